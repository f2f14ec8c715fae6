/** Documents for tests, against a server at `origin` that returns the requested bytes: /type?type=…&hex=…. */

const returning = (type: string, content: string) =>
  `/type?type=${encodeURIComponent(type)}&hex=${Buffer.from(content).toString('hex')}`;

interface RecordedRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: { mimeType: string; text: string };
  type?: string;
  content?: string;
  kind?: string;
  page?: string;
  responseHeaders?: Record<string, string>;
  afterMs?: number;
  status?: number;
  redirect?: string;
}

const login = JSON.stringify({
  user: { id: 4711 },
  'access-token': 'eyJ0.token-12345',
  csrf: 'a+b/c=d&e1234567',
});
const form =
  '<form><input type="hidden" name="authenticity_token" value="t0k3n-in-a-page"><input name="q" value="x"></form>';

/** A visit with a login, a form, a redirect, assets and a request to another site. */
export function exampleHar(origin: string, pauseMs = 2_500): string {
  const json = returning('application/json', login);
  const html = returning('text/html', form);
  const urlencoded = 'application/x-www-form-urlencoded';
  return har(origin, [
    {
      path: html,
      type: 'text/html',
      content: form,
      kind: 'document',
      page: 'page_1',
      headers: { Cookie: 'lang=en; _ga=1' },
    },
    { path: '/style.css', type: 'text/css', kind: 'stylesheet', page: 'page_1' },
    {
      path: json,
      method: 'POST',
      type: 'application/json',
      content: login,
      kind: 'fetch',
      page: 'page_1',
      body: { mimeType: 'application/json', text: '{"user":"ada","password":"hunter2"}' },
      headers: { 'Content-Type': 'application/json' },
      responseHeaders: { 'Set-Cookie': 'sid=s3cret; Path=/' },
    },
    {
      path: '/echo/users/4711?csrf=a%2Bb%2Fc%3Dd%26e1234567',
      kind: 'fetch',
      page: 'page_2',
      afterMs: pauseMs,
      headers: {
        Authorization: 'Bearer eyJ0.token-12345',
        Cookie: 'lang=en; sid=s3cret',
        'If-None-Match': '"1"',
      },
    },
    {
      path: '/echo/save',
      method: 'POST',
      kind: 'document',
      page: 'page_2',
      body: { mimeType: urlencoded, text: 'authenticity_token=t0k3n-in-a-page&name=Ada+L' },
      headers: { 'Content-Type': urlencoded },
      status: 302,
      redirect: '/saved',
    },
    { path: '/saved', kind: 'document', page: 'page_2' },
    { path: 'https://stats.example/collect', kind: 'xhr', page: 'page_2' },
  ]);
}

function har(origin: string, recorded: readonly RecordedRequest[]): string {
  const pairs = (entries: Record<string, string> = {}) =>
    Object.entries(entries).map(([name, value]) => ({ name, value }));
  let at = Date.parse('2026-01-31T12:00:00Z');
  const entries = recorded.map((each) => {
    at += 100 + (each.afterMs ?? 0);
    return {
      startedDateTime: new Date(at).toISOString(),
      time: 50,
      pageref: each.page,
      _resourceType: each.kind,
      request: {
        method: each.method ?? 'GET',
        url: /^https?:/.test(each.path) ? each.path : origin + each.path,
        headers: [{ name: ':authority', value: 'x' }, ...pairs(each.headers)],
        postData: each.body,
      },
      response: {
        status: each.status ?? 200,
        headers: pairs(each.responseHeaders),
        content: { mimeType: each.type ?? 'text/plain', text: each.content ?? '' },
        redirectURL: each.redirect ?? '',
      },
    };
  });
  const pages = [
    { id: 'page_1', title: `${origin}/` },
    { id: 'page_2', title: 'Profile' },
  ];
  return JSON.stringify({ log: { version: '1.2', pages, entries } });
}

/** Operations with parameters, bodies, references and credentials. */
export const exampleOpenApi = (origin: string) => `
openapi: 3.0.3
info: { title: Pet store, version: '1' }
servers:
  - url: ${origin}/echo/{version}
    variables: { version: { default: v1 } }
security: [{ key: [] }]
paths:
  /pets/{petId}:
    parameters: [{ $ref: '#/components/parameters/PetId' }]
    get:
      parameters:
        - { name: fields, in: query, required: true, schema: { type: array, items: { type: string, enum: [name, tag] } } }
        - { name: page, in: query, schema: { type: integer } }
        - { name: X-Trace, in: header, required: true, example: 'a b' }
    put:
      requestBody:
        content:
          application/xml: { schema: { type: string } }
          application/json: { schema: { $ref: '#/components/schemas/Pet' } }
    delete: {}
  /pets:
    post:
      security: [{ oauth: [write] }]
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { name: { type: string, example: 'Rex & Co' }, age: { type: integer, minimum: 3 } } }
    get:
      security: []
      requestBody: { $ref: 'common.yaml#/body' }
components:
  parameters:
    PetId: { name: petId, in: path, required: true, schema: { type: string, format: uuid } }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-API-Key }
    oauth: { type: oauth2, flows: {} }
  schemas:
    Named: { type: object, properties: { name: { type: string } } }
    Pet:
      allOf:
        - { $ref: '#/components/schemas/Named' }
        - type: object
          properties:
            id: { type: integer, readOnly: true }
            born: { type: string, format: date }
            parent: { $ref: '#/components/schemas/Pet' }
            weight: { type: number, default: 1.25 }
            tags: { type: array, items: { oneOf: [{ type: boolean }, { type: string }] } }
`;

/** A collection with folders, variables, credentials, bodies and scripts. */
export const examplePostman = (origin: string) =>
  JSON.stringify({
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
    variable: [
      { key: 'baseUrl', value: `${origin}/` },
      { key: 'product', value: '7' },
    ],
    item: [
      {
        name: 'Log in',
        event: [
          {
            listen: 'test',
            script: {
              exec: [
                'pm.test("ok", () => pm.response.to.have.status(200));',
                "pm.collectionVariables.set('token', pm.response.json().session.key);",
              ],
            },
          },
        ],
        request: {
          auth: { type: 'noauth' },
          method: 'POST',
          url: { raw: `{{baseUrl}}${returning('application/json', '{"session":{"key":"k-1"}}')}` },
          body: {
            mode: 'raw',
            raw: '{"user":"ada","product":"{{product}}"}',
            options: { raw: { language: 'json' } },
          },
        },
      },
      {
        name: 'Orders',
        item: [
          {
            name: 'Order',
            request: {
              method: 'POST',
              header: [
                { key: 'X-On', value: '{{product}}' },
                { key: 'X-Off', value: '1', disabled: true },
              ],
              url: {
                raw: '{{baseUrl}}/echo/orders/:id?dry=1&all=1',
                query: [{ key: 'all', value: '1', disabled: true }],
                variable: [{ key: 'id', value: '{{product}}' }],
              },
              body: { mode: 'urlencoded', urlencoded: [{ key: 'amount', value: '{{amount}}' }] },
            },
          },
          {
            name: 'Query',
            request: {
              method: 'POST',
              url: '{{baseUrl}}/echo/graphql',
              body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"id": "{{product}}"}' } },
            },
            event: [{ listen: 'prerequest', script: { exec: ['pm.sendRequest("x")'] } }],
          },
          {
            name: 'Signed',
            request: { url: '{{other}}/echo/signed', auth: { type: 'awsv4', awsv4: [] } },
          },
        ],
      },
    ],
  });
