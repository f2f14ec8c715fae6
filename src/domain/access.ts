import type { Actor, Role } from './account.ts';
import { type Scope, scopeMeanings } from './scopes.ts';

/** From the one who may least to the one who may most: each may all that the ones before may. */
export const roles = ['viewer', 'member', 'owner'] as const satisfies readonly Role[];

/** Who may come in: anybody; anybody if the run is public, else as for reading; or people by role and scope. */
export type Door = 'open' | 'run' | { role: Role; scope: Scope };

/** Why the door stays shut for this person, or undefined. */
export function refusal(actor: Actor, door: { role: Role; scope: Scope }): string | undefined {
  if (roles.indexOf(actor.role) < roles.indexOf(door.role)) {
    return door.role === 'owner'
      ? `Only an owner may do this; you are a ${actor.role}.`
      : 'A viewer may look at everything but change nothing.';
  }
  if (door.role === 'owner' && actor.projectId !== null) {
    return 'This is about the whole account, and the token is good for one project only.';
  }
  if (!actor.scopes.includes(door.scope)) {
    const has = actor.scopes.length === 0 ? 'none' : actor.scopes.join(', ');
    return `This needs the scope ${door.scope} (to ${scopeMeanings[door.scope]}); the token has ${has}. Make a token with that scope, or sign in.`;
  }
  return undefined;
}
