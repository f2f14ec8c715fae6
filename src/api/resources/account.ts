import {
  accountSchema,
  meSchema,
  priceListSchema,
  projectListSchema,
  usageSchema,
} from '../../contract/resources/account.ts';
import {
  accountResource,
  meResource,
  priceListResource,
  projectListResource,
  usageResource,
} from '../hal/account.ts';
import { ok, type Route } from '../route.ts';
import { callerOf } from './users.ts';

const reading = { method: 'GET', changesState: false } as const;

export const accountRoutes: Route[] = [
  {
    ...reading,
    path: '/account',
    summary: 'Get the account with its users and cloud credentials',
    success: { status: 200, schema: accountSchema },
    handle: async (exchange) => {
      const { accounts } = exchange.deps;
      const [account, users, credentials, caller] = await Promise.all([
        accounts.account(exchange.actor),
        accounts.users(exchange.actor),
        accounts.credentials(exchange.actor),
        callerOf(exchange),
      ]);
      return ok(accountResource(account, users, credentials, caller));
    },
  },
  {
    ...reading,
    path: '/projects',
    summary: 'List projects',
    success: { status: 200, schema: projectListSchema },
    handle: async (exchange) =>
      ok(projectListResource(await exchange.deps.accounts.projects(exchange.actor))),
  },
  {
    ...reading,
    path: '/usage',
    summary: 'Node-minutes and costs of stopped grids',
    success: { status: 200, schema: usageSchema },
    handle: async (exchange) => ok(usageResource(await exchange.deps.grids.usage(exchange.actor))),
  },
  {
    ...reading,
    path: '/prices',
    summary: 'Prices of nodes, which estimates and costs of grids are based on',
    success: { status: 200, schema: priceListSchema },
    handle: async (exchange) => ok(priceListResource(exchange.deps.grids.prices())),
  },
  {
    ...reading,
    path: '/v3/me',
    summary: 'Get the caller, in the format of the original API, version 3',
    success: { status: 200, schema: meSchema },
    handle: async (exchange) => {
      const { accounts } = exchange.deps;
      return ok(meResource(await accounts.user(exchange.actor, exchange.actor.userId)));
    },
  },
];
