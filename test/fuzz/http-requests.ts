import fc from 'fast-check';
import { damagedText, textOf } from './inputs.ts';
import { jsonBody, multipartForm, parameterName, parameterValue, threshold } from './request-inputs.ts';
import { jmxPlan, zipFile } from './upload-inputs.ts';

export interface FuzzedRequest {
  method: string;
  path: string;
  contentType?: string;
  body?: Uint8Array<ArrayBuffer> | string;
}

const id = fc.oneof(
  fc.constantFrom('0123456789abcdefABCDEF', 'x', '..', '%00', '%', '-1', '9'.repeat(30)),
  textOf(['a', '%2f', '%ff', '/', '?', '#', ';', ' '], 4).map(encodeURI),
);
const path = fc
  .tuple(
    fc.constantFrom(
      '/runs',
      '/grids',
      '/tests',
      '/schedules',
      '/tokens',
      '/account',
      '/audit',
      '/compare',
      '/users',
      '/agents',
      '/annotations',
      '/applications',
      '/budget',
      '/calendar',
      '/credentials',
      '/invitations',
      '/metric-exports',
      '/notifications',
      '/plans/convert',
      '/projects',
      '/runs/estimate',
      '/runs/import',
      '/runs/inspect',
      '/session',
      '/sign-in-links/use',
      '/target-metrics',
      '/trends',
      '/usage',
      '/agent/join',
      '/agent/executions',
      '/agent/bundles',
      '/oauth/authorize',
      '/oauth/device',
      '/oauth/introspect',
      '/oauth/revoke',
      '/oauth/token',
      '/oauth/userinfo',
      '/app/runs',
      '/docs',
    ),
    fc.option(id, { nil: undefined }),
    fc.constantFrom('', '/report', '/series', '/events?after=x', '/result.csv', '/stop', '/nodes'),
  )
  .map(([root, inner, rest]) => (inner === undefined ? root : `${root}/${inner}${rest}`));
const query = fc
  .array(fc.tuple(parameterName, parameterValue), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'));
const queried = fc
  .tuple(
    path,
    query,
    fc.constantFrom('from', 'to', 'page', 'per_page', 'resolution', 'status'),
    parameterValue,
  )
  .map(
    ([address, pairs, name, value]) =>
      `${address}${address.includes('?') ? '&' : '?'}${pairs}&${name}=${encode(value)}`,
  );

/** Runs wait for a machine that never joins, should one be valid. */
const newRun = '/runs?run[grids][][infrastructure]=hosted&run[grids][][region]=x&run[grids][][stop_after]=5';

/** Requests with parameters, bodies and uploads of all kinds. */
export const httpRequest: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  { weight: 10, arbitrary: queried.map((address) => ({ method: 'GET', path: address })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE'), path, damagedText(jsonBody))
      .map(([method, address, body]) => ({ method, path: address, contentType: 'application/json', body })),
  },
  {
    weight: 4,
    arbitrary: query.map((body) => ({
      method: 'POST',
      path: newRun,
      contentType: 'application/x-www-form-urlencoded',
      body,
    })),
  },
  {
    weight: 1,
    arbitrary: multipartForm.map(({ boundary, body }) => ({
      method: 'POST',
      path: newRun,
      contentType: `multipart/form-data; boundary=${boundary}`,
      body: new Uint8Array(body),
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('plan.jmx', 'all.zip'), jmxPlan, zipFile, threshold)
      .map(([name, plan, zip, condition]) => {
        const run = { tool: 'jmeter', thresholds: [condition] };
        const content = Buffer.from(name === 'plan.jmx' ? plan : zip).toString('base64');
        const body = JSON.stringify({ run, run_files: [{ name, content }] });
        return { method: 'POST', path: newRun, contentType: 'application/json', body };
      }),
  },
);

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
