import { sessionListSchema } from '../../contract/resources/session.ts';
import { sessionListResource } from '../hal/people.ts';
import { noContent, ok, type Route } from '../route.ts';
import { numericId } from './numeric-id.ts';

/** Browser sessions of the caller. */
export const sessionListRoutes: Route[] = [
  {
    method: 'GET',
    path: '/sessions',
    summary: "List the caller's browser sessions",
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
    summary: 'End a browser session of the caller',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      const sessionId = numericId(exchange.param('sessionId'), 'session');
      await exchange.deps.accounts.endSession(exchange.actor, sessionId);
      return noContent;
    },
  },
];
