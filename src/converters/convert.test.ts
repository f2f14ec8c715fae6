import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlannedRequest } from '../contract/resources/plan-conversion.ts';
import { AppError } from '../domain/errors.ts';
import { inspectPlan } from '../plans/inspect-plan.ts';
import { type ConversionOptions, defaultOptions } from './conversion.ts';
import { convert } from './convert.ts';

const converted = (text: string, options: Partial<ConversionOptions> = {}) =>
  convert({ text }, { ...defaultOptions, ...options });

function inspected(jmx: string) {
  const files = [{ name: 'plan.jmx', content: Buffer.from(jmx) }];
  return inspectPlan({ tool: 'jmeter', files, overrideParameters: null });
}

/** Summary of each request. */
const brief = (requests: readonly PlannedRequest[]) =>
  requests.map(({ method, url, weight, headers, body }) => ({
    line: `${method} ${url} ${weight}`,
    headers: headers.map(({ name, value }) => `${name}: ${value}`),
    ...(body && { body: body.kind === 'text' ? body.text : body.fields }),
  }));

function refusal(text: string, options: Partial<ConversionOptions> = {}): string {
  try {
    converted(text, options);
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'document_broken', String(error));
    return error.message;
  }
  throw new assert.AssertionError({ message: `accepted: ${text}` });
}

test('converts URLs with methods and weights to a plan that Spate’s own engine can run', () => {
  const { source, plan, jmx, fileName, warnings } = converted(
    '# home\nhttps://shop.example/\n\npost https://shop.example/cart x3\nhttps://pay.example:8443/a%20b?x={y}#top 0.5',
  );
  assert.deepEqual([source, plan.name, fileName, warnings], ['urls', 'shop.example', 'shop.example.jmx', []]);
  assert.deepEqual(
    plan.requests.map(({ name, method, url, weight }) => [name, method, url, weight]),
    [
      ['GET /', 'GET', 'https://shop.example/', 1],
      ['POST /cart', 'POST', 'https://shop.example/cart', 3],
    ].concat([['GET /a%20b', 'GET', 'https://pay.example:8443/a%20b?x=%7By%7D', 0.5]]),
  );
  const found = inspected(jmx);
  assert.deepEqual([found.problems, found.obstacles], [[], []]);
  assert.deepEqual(found.labels, ['GET /', 'POST /cart', 'GET /a%20b']);
  assert.deepEqual(found.parameters.map(({ name, default: usual }) => [name, usual]).toSorted(), [
    ['duration', '60'],
    ['host', 'shop.example'],
    ['iterations', '-1'],
    ['port', ''],
    ['protocol', 'https'],
    ['rampup', '10'],
    ['threads', '10'],
  ]);
});

test('rejects lines that are no requests, with the expected form', () => {
  assert.match(
    refusal('https://shop.example/ 1 2'),
    /"https:\/\/shop.example\/ 1 2" is not a request\. Use \[method\] URL \[weight\]/,
  );
  assert.match(refusal('https://shop.example/ 0'), /weight 0/);
  assert.match(
    refusal('FETCH https://shop.example/'),
    /"FETCH" is not a supported method\. Use one of: GET, POST/,
  );
  assert.match(refusal('ftp://shop.example/\nhttps://shop.example/'), /uses ftp\. Only http and https/);
  assert.match(refusal('hello'), /format of the document is unknown/);
  assert.match(refusal(''), /format of the document is unknown/);
  assert.match(refusal('https://x.example/\n'.repeat(1_001)), /has 1,001 requests; a plan can have 1,000/);
});

test('converts a command as copied from a browser', () => {
  const { plan, secrets, warnings } = converted(`curl 'https://shop.example/api/cart?page=1' \\
  -H 'accept: application/json' \\
  -H 'accept-encoding: gzip, deflate, br, zstd' \\
  -H 'authorization: Bearer eyJhbGciOi' \\
  -b 'sid=abc; _ga=GA1.2' \\
  -H 'content-type: application/json' \\
  -H 'sec-ch-ua: "Chromium";v="140"' \\
  --data-raw $'{"note":"it\\'s \\u00fc","password":"hunter2"}' --compressed`);
  assert.deepEqual(brief(plan.requests), [
    {
      line: 'POST https://shop.example/api/cart?page=1 1',
      headers: [
        'accept: application/json',
        'accept-encoding: gzip, deflate',
        'authorization: ${__P(authorization)}',
        'content-type: application/json',
      ],
      body: '{"note":"it\'s ü","password":"${__P(password)}"}',
    },
  ]);
  assert.deepEqual(plan.cookies, [{ name: 'sid', domain: 'shop.example', value: '${__P(cookie_sid)}' }]);
  assert.deepEqual(secrets, ['cookie_sid', 'authorization', 'password']);
  assert.match(
    warnings.join(),
    /A run must set these properties: -Jcookie_sid=… -Jauthorization=… -Jpassword=…/,
  );
});

test('keeps secrets only on request', () => {
  const command = "curl -u ada:pw 'https://shop.example/?api_key=k1' -H 'X-Api-Key: k2'";
  const kept = converted(command, { keepsSecrets: true });
  assert.deepEqual(brief(kept.plan.requests)[0]?.headers, ['X-Api-Key: k2', 'Authorization: Basic YWRhOnB3']);
  assert.deepEqual([kept.secrets, kept.warnings], [[], []]);
  const { jmx, secrets } = converted(command);
  assert.doesNotMatch(jmx, /YWRhOnB3|k1|k2/);
  assert.deepEqual(secrets, ['x_api_key', 'authorization', 'api_key']);
  assert.doesNotMatch(converted('https://ada:pw@shop.example/').jmx, /ada|pw/);
});

test('reads options of curl in every notation', () => {
  const { plan, warnings } = converted(
    [
      'curl -sSLXPUT "https://a.example/$ID" -HX-A:1 -H "X-B;" -H "Accept:" --json \'{"a":1}\' | jq .',
      'curl a.example -d x=1 -d "y=a b" --next -G -d q=1 https://b.example/?p=0 --digest',
      'curl -F name=Ada -F "photo=@/home/ada/cat.png;type=image/png" https://c.example/upload',
      'curl -d @order.json -H "Content-Type: application/json" https://d.example',
      '$ curl -I https://e.example/ # headers only',
    ].join('\n'),
  );
  assert.deepEqual(brief(plan.requests), [
    {
      line: 'PUT https://a.example/${__P(ID)} 1',
      headers: ['X-A: 1', 'X-B: ', 'Content-Type: application/json'],
      body: '{"a":1}',
    },
    {
      line: 'POST http://a.example/ 1',
      headers: ['Content-Type: application/x-www-form-urlencoded'],
      body: 'x=1&y=a b',
    },
    { line: 'GET https://b.example/?p=0&q=1 1', headers: [] },
    {
      line: 'POST https://c.example/upload 1',
      headers: [],
      body: [
        { name: 'name', value: 'Ada', file: null, type: null },
        { name: 'photo', value: '', file: 'cat.png', type: 'image/png' },
      ],
    },
    {
      line: 'POST https://d.example/ 1',
      headers: ['Content-Type: application/json'],
      body: '${__FileToString(order.json)}',
    },
    { line: 'HEAD https://e.example/ 1', headers: [] },
  ]);
  assert.deepEqual(warnings, [
    'The option --digest of curl is ignored: add an HTTP Authorization Manager to the plan for digest authentication.',
    'A request sends the file cat.png. Upload it together with the plan.',
    'A request sends the file order.json. Upload it together with the plan.',
    'The shell variable ID is the property ID of the plan. Set it with -JID=….',
  ]);
});

test('rejects commands that it cannot read', () => {
  assert.match(refusal("curl 'https://shop.example/"), /opening ' without a closing quote/);
  assert.match(refusal('curl -X'), /option -X of curl requires a value/);
  assert.match(refusal('curl -s -k'), /no curl command with a URL/);
  assert.match(refusal('curl ^"https://shop.example/^" ^\n -H ^"A: b^"'), /quoted for cmd\.exe/);
});

test('converts an edited list of requests again, and names the invalid field', () => {
  const first = converted('https://shop.example/ 2\nPOST https://shop.example/cart');
  const again = converted(JSON.stringify(first.plan));
  assert.deepEqual([again.source, again.plan, again.jmx], ['requests', first.plan, first.jmx]);
  const invalid = { requests: [{ url: 'https://shop.example/', weight: -1 }] };
  assert.match(refusal(JSON.stringify(invalid)), /not a list of requests: requests\.0\.weight must be > 0/);
  assert.match(
    refusal(JSON.stringify({ requests: [{ url: 'shop' }] })),
    /"shop" is not the URL of a request/,
  );
  const none = { requests: [{ url: 'https://shop.example/', enabled: false }] };
  assert.match(refusal(JSON.stringify(none)), /No request is left/);
  assert.match(refusal('{"requests": [}'), /not valid JSON/);
});

test('writes texts that XML cannot contain with a replacement character', () => {
  const { jmx } = converted("curl https://shop.example/ -d $'a\\x01b\\x00]]>' -H 'Content-Type: text/plain'");
  assert.match(jmx, /a\uFFFDb\uFFFD\]\]&gt;/);
  assert.deepEqual(inspected(jmx).problems, []);
});
