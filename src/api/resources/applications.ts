import { applicationListSchema, newApplicationSchema } from '../../contract/resources/application.ts';
import type { Exchange } from '../exchange.ts';
import { applicationListResource, newApplicationResource } from '../hal/application.ts';
import { type Answer, created, noContent, ok, type Route } from '../route.ts';
import { newApplicationInputSchema } from '../schemas/application.ts';

export const applicationRoutes: Route[] = [
  {
    method: 'GET',
    path: '/applications',
    summary: "List the caller's OAuth applications; an owner sees all",
    changesState: false,
    success: { status: 200, schema: applicationListSchema },
    handle: async (exchange) =>
      ok(applicationListResource(await exchange.deps.applications.list(exchange.actor))),
  },
  {
    method: 'POST',
    path: '/applications',
    summary: 'Register an OAuth application; the secret is shown only once',
    changesState: true,
    body: { root: 'application', fields: newApplicationInputSchema },
    success: { status: 201, schema: newApplicationSchema },
    handle: addApplication,
  },
  {
    method: 'DELETE',
    path: '/applications/:applicationId',
    summary: 'Revoke an OAuth application and all its tokens',
    changesState: true,
    success: { status: 204 },
    handle: async (exchange) => {
      await exchange.deps.applications.revoke(exchange.actor, exchange.param('applicationId'));
      return noContent;
    },
  },
  {
    method: 'POST',
    path: '/applications/:applicationId/secret',
    summary:
      'Create a new secret of an OAuth application, shown only once; the old one stops working immediately',
    changesState: true,
    success: { status: 200, schema: newApplicationSchema },
    handle: async (exchange) => {
      const { applications } = exchange.deps;
      const renewed = await applications.renewSecret(exchange.actor, exchange.param('applicationId'));
      return ok(newApplicationResource(renewed.application, renewed.secret));
    },
  },
];

async function addApplication(exchange: Exchange): Promise<Answer> {
  const input = await exchange.fields('application', newApplicationInputSchema);
  const { application, secret } = await exchange.deps.applications.add(exchange.actor, {
    name: input.name ?? '',
    redirectUris: input.redirect_uris ?? [],
    isConfidential: input.confidential ?? true,
    grantTypes: input.grant_types,
    scopes: input.scopes,
  });
  return created(newApplicationResource(application, secret), `/api/applications/${application.id}`);
}
