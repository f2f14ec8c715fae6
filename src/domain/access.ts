import type { Actor, Role } from './account.ts';
import { type Scope, scopeMeanings } from './scopes.ts';

/** In ascending order: each role includes the permissions of the previous ones. */
export const roles = ['viewer', 'member', 'owner'] as const satisfies readonly Role[];

/** Access rule of a route. `open`: everyone. `run`: everyone for public runs, otherwise readers. Else a minimum role and a scope. */
export type AccessRule = 'open' | 'run' | { role: Role; scope: Scope };

/** Why access is denied; undefined when it is granted. */
export function refusal(actor: Actor, rule: { role: Role; scope: Scope }): string | undefined {
  if (roles.indexOf(actor.role) < roles.indexOf(rule.role)) {
    return rule.role === 'owner'
      ? `This requires the role owner; your role is ${actor.role}.`
      : `This requires the role ${rule.role}; your role is ${actor.role}, which is read-only.`;
  }
  if (rule.role === 'owner' && actor.projectId !== null) {
    return 'This applies to the whole account; the token is limited to one project. Use a token without a project.';
  }
  if (!actor.scopes.includes(rule.scope)) {
    const has = actor.scopes.length === 0 ? 'none' : actor.scopes.join(', ');
    return `This requires the scope ${rule.scope} (${scopeMeanings[rule.scope]}); the token has ${has}. Create a token with that scope, or sign in.`;
  }
  return undefined;
}
