import type { Route } from '../route.ts';
import { apiPage } from './api-page.ts';
import { buildOpenApi } from './openapi.ts';

/** The OpenAPI document and the page to read it; both for everybody. */
export function createReferenceRoutes(routes: readonly Route[]): Route[] {
  return [
    {
      method: 'GET',
      path: '/openapi.json',
      summary: 'This document',
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
      summary: 'This document, to read',
      changesState: false,
      success: { status: 200, contentType: 'text/html' },
      handle: async (exchange) => apiPage(routes, exchange.addresses.origin),
    },
  ];
}
