import type { Actor, Role, User } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import type { Queryable } from '../store/database.ts';
import { findUser } from '../store/users.ts';

export async function requireUser(db: Queryable, actor: Actor, userId: number): Promise<User> {
  const user = await findUser(db, actor.accountId, userId);
  if (!user) throw notFound('user', userId);
  return user;
}

export function requireOwner(actor: Actor, deed: string): void {
  if (actor.role !== 'owner')
    throw new AppError('not_allowed', `Only owners can ${deed}. Your role is ${actor.role}.`);
}

/** Checks the role again after waiting for the account lock. */
export async function requireStillOwner(tx: Queryable, actor: Actor, deed: string): Promise<void> {
  const user = await findUser(tx, actor.accountId, actor.userId);
  if (user?.role !== 'owner')
    throw new AppError('not_allowed', `Only owners can ${deed}. You are no longer an owner.`);
}

export function checkEmail(email: string): string {
  const trimmed = email.trim();
  if (!/^[^\s@]+@[^\s@]+$/.test(trimmed))
    throw invalid('email', 'An e-mail address is required, such as ann@example.com.');
  return trimmed;
}

export function checkRole(role: Role): Role {
  if (role === 'owner' || role === 'member' || role === 'viewer') return role;
  throw invalid('role', 'The role must be owner, member or viewer.');
}

export function requireText(field: string, text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw invalid(field, `The ${field} must not be empty.`);
  return trimmed;
}

export function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, [{ code: 'invalid', message, field }]);
}

export function notFound(what: string, id: number): AppError {
  return new AppError('not_found', `No ${what} with id ${id}.`);
}
