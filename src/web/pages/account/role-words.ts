import type { RoleInput } from '../../../contract/inputs.ts';

/** From the one who may least to the one who may most. */
export const roles: readonly RoleInput[] = ['viewer', 'member', 'owner'];

/** What somebody of that role does, after "who". */
export const mayDo: Record<RoleInput, string> = {
  viewer: 'looks at everything and changes nothing',
  member: 'also starts and stops runs and grids',
  owner: 'also decides who comes in, and sees the audit log',
};

export function withArticle(role: RoleInput): string {
  return role === 'owner' ? 'an owner' : `a ${role}`;
}
