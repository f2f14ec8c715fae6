import { sessionListSchema } from '../../contract/resources/session.ts';
import { sessionListResource } from '../hal/people.ts';
import { noContent, ok, type Route } from '../route.ts';
import { numericId } from './numeric-id.ts';

/** The caller's own browsers. */
export const sessionListRoutes: Route[] = [
  {
    method: 'GET',
    path: '/sessions',
    summary: 'Browsers that the caller is signed in on',
    changesState: false,
    success: { status: 200, schema: sessionListSchema },
    handle: async (exchange) => {
      const { means } = exchange.actor;
      const currentId = means.kind === 'session' ? means.id : null;
      return ok(sessionListResource(await exchange.deps.accounts.sessions(exchange.actor), currentId));
    },
  },
  {
    method: 'DELETE',
    path: '/sessions/:sessionId',
    summary: 'Sign the caller out on a browser',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      const sessionId = numericId(exchange.param('sessionId'), 'session');
      await exchange.deps.accounts.endSession(exchange.actor, sessionId);
      return noContent;
    },
  },
];
