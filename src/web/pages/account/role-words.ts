import type { RoleInput } from '../../../contract/inputs.ts';

/** In the order of increasing permissions. */
export const roles: readonly RoleInput[] = ['viewer', 'member', 'owner'];

/** What a role allows, as one sentence. */
export const roleSummary: Record<RoleInput, string> = {
  viewer: 'Read-only access.',
  member: 'Can start and stop runs and grids.',
  owner: 'Full access, including user management.',
};

export function withArticle(role: RoleInput): string {
  return role === 'owner' ? 'an owner' : `a ${role}`;
}
