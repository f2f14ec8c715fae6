import type { Route } from '../route.ts';
import { apiPage } from './api-page.ts';
import { buildOpenApi } from './openapi.ts';

/** OpenAPI document and HTML reference; both need no token. */
export function createReferenceRoutes(routes: readonly Route[]): Route[] {
  return [
    {
      method: 'GET',
      path: '/openapi.json',
      summary: 'OpenAPI document',
      changesState: false,
      success: { status: 200, contentType: 'application/json' },
      handle: async (exchange) => ({
        status: 200,
        text: JSON.stringify(buildOpenApi(routes, exchange.addresses.origin)),
        contentType: 'application/json; charset=utf-8',
      }),
    },
    {
      method: 'GET',
      path: '/docs/api',
      summary: 'HTML reference of the API',
      changesState: false,
      success: { status: 200, contentType: 'text/html' },
      handle: async (exchange) => apiPage(routes, exchange.addresses.origin),
    },
  ];
}
