import type { RoleInput } from '../../../contract/inputs.ts';

/** From the one who may least to the one who may most. */
export const roles: readonly RoleInput[] = ['viewer', 'member', 'owner'];

/** What somebody of that role does, after "who". */
export const mayDo: Record<RoleInput, string> = {
  viewer: 'looks at everything and changes nothing',
  member: 'starts and stops runs and grids',
  owner: 'may do everything and decides who comes in',
};

export function withArticle(role: RoleInput): string {
  return role === 'owner' ? 'an owner' : `a ${role}`;
}
