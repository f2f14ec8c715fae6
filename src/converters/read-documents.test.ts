import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { inspectPlan } from '../plans/inspect-plan.ts';
import { type ConversionOptions, defaultOptions } from './conversion.ts';
import { convert } from './convert.ts';
import { exampleHar, exampleOpenApi, examplePostman } from './testing/documents.ts';

const converted = (text: string, options: Partial<ConversionOptions> = {}) =>
  convert({ text }, { ...defaultOptions, ...options });

/** Obstacles of the plan for Spate's own engine, and errors of the plan. */
function problemsOf(jmx: string) {
  const files = [{ name: 'plan.jmx', content: Buffer.from(jmx) }];
  const { problems, obstacles } = inspectPlan({ tool: 'jmeter', files, overrideParameters: null });
  return [...problems, ...(obstacles ?? [])];
}

const refusal = (text: string) => {
  try {
    converted(text);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return 'accepted';
};

const lines = (conversion: ReturnType<typeof convert>) =>
  conversion.plan.requests
    .filter(({ enabled }) => enabled)
    .map(({ method, url, headers, body }) => [
      `${method} ${url.replace(/&hex=.*/, '')}`,
      ...headers.map(({ name, value }) => `${name}: ${value}`),
      ...(body
        ? [
            body.kind === 'text'
              ? body.text
              : body.fields.map(({ name, value }) => `${name}=${value}`).join('&'),
          ]
        : []),
    ]);

test('converts a recording with pages, pauses, cookies and correlated tokens', () => {
  const conversion = converted(exampleHar('https://shop.example'));
  const { source, plan, secrets, warnings, jmx } = conversion;
  assert.equal(source, 'har');
  assert.deepEqual(lines(conversion), [
    ['GET https://shop.example/type?type=text%2Fhtml'],
    [
      'POST https://shop.example/type?type=application%2Fjson',
      'Content-Type: application/json',
      '{"user":"ada","password":"${__P(password)}"}',
    ],
    [
      'GET https://shop.example/echo/users/${id}?csrf=${__urlencode(${csrf})}',
      'Authorization: Bearer ${access_token}',
    ],
    ['POST https://shop.example/echo/save', 'authenticity_token=${authenticity_token}&name=Ada L'],
  ]);
  assert.deepEqual(
    plan.requests.flatMap(({ extractors }) =>
      extractors.map((each) => [each.variable, each.kind, each.expression, each.fallback]),
    ),
    [
      [
        'authenticity_token',
        'regex',
        'name="authenticity_token"[^>]*value="([^"]+)"',
        '${__P(authenticity_token)}',
      ],
      ['id', 'json_path', '$.user.id', '4711'],
      ['csrf', 'json_path', '$.csrf', 'a+b/c=d&e1234567'],
      ['access_token', 'json_path', "$['access-token']", '${__P(access_token)}'],
    ],
  );
  assert.deepEqual(
    plan.requests.map(({ group, pause_ms: pause, enabled }) => [group, pause, enabled]),
    [
      ['Page /type', 0, true],
      [null, 0, false],
      ['Page /type', 0, true],
      ['Profile', 2550, true],
      ['Profile', 0, true],
      [null, 0, false],
    ],
  );
  assert.deepEqual(plan.cookies, [{ name: 'lang', domain: 'shop.example', value: '${__P(cookie_lang)}' }]);
  assert.deepEqual(secrets, ['cookie_lang', 'password']);
  assert.deepEqual(warnings.slice(0, 3), [
    '1 request for images, styles, scripts, fonts and media is left out.',
    '1 request to other sites is left out: stats.example.',
    '4 values of responses are extracted for later requests: id, csrf, access_token, authenticity_token. Check the extractors.',
  ]);
  assert.deepEqual(problemsOf(jmx), []);
});

test('includes assets and other sites, and leaves values as recorded, on request', () => {
  const options = { hosts: ['*'], includesAssets: true, correlates: false, keepsSecrets: true };
  const conversion = converted(exampleHar('https://shop.example'), options);
  assert.ok(conversion.plan.requests.every(({ enabled }) => enabled));
  assert.deepEqual(conversion.plan.cookies, [{ name: 'lang', domain: 'shop.example', value: 'en' }]);
  assert.match(conversion.jmx, /eyJ0\.token-12345/);
  assert.deepEqual([conversion.secrets, conversion.warnings], [[], []]);
});

test('an extractor that is switched off leaves its variable with a fixed value', () => {
  const { plan } = converted(exampleHar('https://shop.example'));
  for (const { extractors } of plan.requests) for (const each of extractors) each.enabled = false;
  const { jmx } = converted(JSON.stringify(plan));
  assert.doesNotMatch(jmx, /<(?:JSONPostProcessor|RegexExtractor)/);
  assert.match(
    jmx,
    /<stringProp name="Argument.name">id<\/stringProp><stringProp name="Argument.value">4711</,
  );
  assert.deepEqual(problemsOf(jmx), []);
});

test('converts an OpenAPI document with examples of its parameters', () => {
  const conversion = converted(exampleOpenApi('https://pets.example'));
  const { source, plan, secrets, warnings, jmx } = conversion;
  assert.deepEqual([source, plan.name, secrets], ['openapi', 'Pet store', ['x_api_key', 'token']]);
  const pet = '/pets/7d444840-9dc0-41d1-b245-5ffdce74fad2';
  assert.deepEqual(lines(conversion), [
    [`GET https://pets.example/echo/v1${pet}?fields=name`, 'X-Trace: a b', 'X-API-Key: ${__P(x_api_key)}'],
    [
      `PUT https://pets.example/echo/v1${pet}`,
      'X-API-Key: ${__P(x_api_key)}',
      'Content-Type: application/json',
      plan.requests[1]?.body?.text ?? '',
    ],
    ['GET https://pets.example/echo/v1/pets'],
    ['POST https://pets.example/echo/v1/pets', 'Authorization: Bearer ${__P(token)}', 'name=Rex & Co&age=3'],
  ]);
  assert.deepEqual(JSON.parse(plan.requests[1]?.body?.text ?? '{}'), {
    name: 'text',
    born: '2026-01-31',
    weight: 1.25,
    tags: [true],
  });
  assert.deepEqual(warnings.slice(0, 2), [
    '1 operation is left out: DELETE operations, and deprecated ones.',
    'References to other documents are not followed: common.yaml#/body.',
  ]);
  assert.deepEqual(problemsOf(jmx), []);
});

test('reads Swagger 2, and asks for a missing server address', () => {
  const swagger = (host: object) =>
    JSON.stringify({
      swagger: '2.0',
      info: { title: 'Old' },
      ...host,
      paths: {
        '/pets': {
          post: {
            consumes: ['application/json'],
            parameters: [{ in: 'body', name: 'pet', schema: { $ref: '#/definitions/Pet' } }],
          },
          get: { parameters: [{ in: 'query', name: 'limit', required: true, type: 'integer', maximum: 0 }] },
        },
      },
      definitions: { Pet: { properties: { name: { type: 'string', minLength: 6 } } } },
    });
  const known = converted(swagger({ host: 'old.example', basePath: '/v2/', schemes: ['http'] }));
  assert.deepEqual(lines(known), [
    ['GET http://old.example/v2/pets?limit=0'],
    ['POST http://old.example/v2/pets', 'Content-Type: application/json', '{\n  "name": "textxx"\n}'],
  ]);
  const unknown = converted(swagger({ basePath: '/v2' }));
  assert.deepEqual(lines(unknown)[0], ['GET ${__P(base_url)}/v2/pets?limit=0']);
  assert.match(unknown.warnings.join(), /no server address\. A run must set this property: -Jbase_url/);
  assert.deepEqual(problemsOf(unknown.jmx), []);
  assert.deepEqual(lines(converted(swagger({}), { baseUrl: 'https://test.example/x/' }))[0], [
    'GET https://test.example/x/pets?limit=0',
  ]);
});

test('converts a Postman collection with variables, credentials and simple scripts', () => {
  const conversion = converted(examplePostman('https://shop.example'));
  const { source, plan, warnings, jmx } = conversion;
  assert.deepEqual([source, plan.name], ['postman', 'Shop']);
  assert.deepEqual(lines(conversion).slice(1), [
    [
      'POST https://shop.example/echo/orders/${product}?dry=1',
      'X-On: ${product}',
      'Authorization: Bearer ${token}',
      'amount=${__P(amount)}',
    ],
    [
      'POST https://shop.example/echo/graphql',
      'Content-Type: application/json',
      'Authorization: Bearer ${token}',
      '{"query":"{ a }","variables":{"id": "${product}"}}',
    ],
    ['GET ${__P(other)}/echo/signed'],
  ]);
  const [first] = plan.requests;
  assert.deepEqual(first?.checks, [{ kind: 'status', value: '200' }]);
  assert.deepEqual(
    first?.extractors.map(({ variable, expression }) => [variable, expression]),
    [['token', '$.session.key']],
  );
  assert.deepEqual(plan.variables, [{ name: 'product', value: '7' }]);
  assert.deepEqual(
    plan.requests.map(({ name, group }) => [name, group]),
    [
      ['Log in', null],
      ['Order', 'Orders'],
      ['Query', 'Orders'],
      ['Signed', 'Orders'],
    ],
  );
  assert.deepEqual(warnings, [
    'Scripts of the collection are not converted, apart from simple checks and variables set from responses.',
    'Authentication of type awsv4 is not converted.',
    'Variables without a value in the collection are properties. A run must set them: -Jamount=… -Jother=…',
  ]);
  assert.deepEqual(problemsOf(jmx), []);
});

test('rejects documents that it cannot read, with the reason', () => {
  assert.match(refusal('{"log": {}}'), /not a HAR file: it has no log\.entries/);
  assert.match(refusal('{"log": {"entries": []}}'), /HAR file has no HTTP requests/);
  assert.match(refusal('openapi: 3.0.0\ninfo: {'), /not valid YAML: .+ at line 2, column 8\./);
  assert.match(
    refusal('openapi: 3.0.0\n---\nopenapi: 3.0.0'),
    /several YAML documents; the second one starts at line 2, column 1\. Keep one/,
  );
  assert.match(refusal('openapi: 3.0.0'), /has no paths/);
  assert.match(refusal('{"openapi": "3.0.0", "paths": {}}'), /has no operations/);
  assert.match(refusal('{"id": "1", "order": [], "requests": []}'), /Export it as Collection v2\.1/);
  const bomb = [
    'a: &a [x, x]',
    'b: &b [*a, *a, *a, *a, *a, *a, *a, *a]',
    'c: &c [*b, *b, *b, *b, *b, *b, *b, *b]',
    'd: [*c, *c, *c, *c, *c, *c]',
  ];
  assert.match(refusal(`openapi: 3.0.0\n${bomb.join('\n')}`), /not valid YAML: Excessive alias count/);
  assert.match(refusal(`{"log":${'['.repeat(300)}${']'.repeat(300)}}`), /nested more than 200 levels deep/);
});
