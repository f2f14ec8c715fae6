import { userListSchema, userSchema } from '../../contract/resources/account.ts';
import { newInvitationSchema } from '../../contract/resources/invitation.ts';
import type { Exchange } from '../exchange.ts';
import { type Caller, userListResource, userResource } from '../hal/account.ts';
import { type Answer, created, noContent, ok, type Route } from '../route.ts';
import {
  nameChangeSchema,
  newUserSchema,
  passwordChangeSchema,
  roleChangeSchema,
} from '../schemas/account.ts';
import { handOver } from './hand-over.ts';
import { numericId } from './numeric-id.ts';

export const userRoutes: Route[] = [
  {
    method: 'GET',
    path: '/users',
    summary: 'List users',
    changesState: false,
    success: { status: 200, schema: userListSchema },
    handle: async (exchange) => {
      const users = await exchange.deps.accounts.users(exchange.actor);
      return ok(userListResource(users, await callerOf(exchange)));
    },
  },
  {
    method: 'POST',
    path: '/users',
    summary: 'Add a user; the response contains the initial token',
    changesState: true,
    body: { root: 'user', fields: newUserSchema },
    success: { status: 201, schema: userSchema },
    handle: addUser,
  },
  {
    method: 'GET',
    path: '/users/me',
    summary: 'Get the caller',
    changesState: false,
    success: { status: 200, schema: userSchema },
    handle: (exchange) => showUser(exchange, exchange.actor.userId),
  },
  {
    method: 'PATCH',
    path: '/users/me',
    summary: "Change the caller's name",
    changesState: true,
    body: { root: 'user', fields: nameChangeSchema },
    success: { status: 200, schema: userSchema },
    handle: async (exchange) => {
      const { name = '' } = await exchange.fields('user', nameChangeSchema);
      const user = await exchange.deps.accounts.setOwnName(exchange.actor, name);
      return ok(userResource(user, await callerOf(exchange)));
    },
  },
  {
    method: 'POST',
    path: '/users/me/password',
    summary: "Set the caller's password and end other sessions",
    changesState: true,
    body: { root: 'password', fields: passwordChangeSchema },
    success: { status: 204 },
    handle: async (exchange) => {
      const { current, new: password = '' } = await exchange.fields('password', passwordChangeSchema);
      const given = { current, password, address: exchange.address };
      await exchange.deps.accounts.setOwnPassword(exchange.actor, given);
      return noContent;
    },
  },
  {
    method: 'GET',
    path: '/users/:userId',
    summary: 'Get a user',
    changesState: false,
    success: { status: 200, schema: userSchema },
    handle: (exchange) => showUser(exchange, numericId(exchange.param('userId'), 'user')),
  },
  {
    method: 'PATCH',
    path: '/users/:userId',
    summary: 'Change the role of a user',
    changesState: true,
    body: { root: 'user', fields: roleChangeSchema },
    success: { status: 200, schema: userSchema },
    handle: async (exchange) => {
      const userId = numericId(exchange.param('userId'), 'user');
      const { role = 'viewer' } = await exchange.fields('user', roleChangeSchema);
      const user = await exchange.deps.accounts.setRole(exchange.actor, userId, role);
      return ok(userResource(user, await callerOf(exchange)));
    },
  },
  {
    method: 'DELETE',
    path: '/users/:userId',
    summary: 'Remove a user: sessions, tokens and applications stop working immediately, runs are kept',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      const userId = numericId(exchange.param('userId'), 'user');
      await exchange.deps.accounts.removeUser(exchange.actor, userId);
      return noContent;
    },
  },
  {
    method: 'POST',
    path: '/users/:userId/reset',
    summary: 'Create a password reset link: single-use, expires after one day; a newer link replaces it',
    changesState: true,
    success: { status: 201, schema: newInvitationSchema },
    handle: async (exchange) => {
      const userId = numericId(exchange.param('userId'), 'user');
      const made = await exchange.deps.accounts.resetPassword(exchange.actor, userId);
      return created(await handOver(exchange, made), `/api/users/${userId}`);
    },
  },
];

export async function callerOf(exchange: Exchange): Promise<Caller> {
  // The dashboard must not see tokens: its session cookie is not readable by scripts.
  const token = exchange.isFromPage ? null : await exchange.deps.accounts.ownToken(exchange.actor);
  return { userId: exchange.actor.userId, token };
}

async function showUser(exchange: Exchange, userId: number): Promise<Answer> {
  const user = await exchange.deps.accounts.user(exchange.actor, userId);
  return ok(userResource(user, await callerOf(exchange)));
}

async function addUser(exchange: Exchange): Promise<Answer> {
  const { email = '', role = 'member' } = await exchange.fields('user', newUserSchema);
  const added = await exchange.deps.accounts.addUser(exchange.actor, { email: email.trim(), role });
  // The initial token is shown once to the caller, who passes it on.
  const resource = userResource(added.user, { userId: added.user.id, token: added.token });
  return created(resource, `/api/users/${added.user.id}`);
}
