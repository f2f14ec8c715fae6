import { defaultOptions } from '../../converters/conversion.ts';
import { convert } from '../../converters/convert.ts';
import { exampleHar, exampleOpenApi, examplePostman } from '../../converters/testing/documents.ts';
import type { DifferentialCase } from '../testing/differential-case.ts';

const once = { threads: '1', rampup: '0', iterations: '1' };

const jmxOf = (text: string, options = {}) =>
  convert({ text }, { ...defaultOptions, keepsSecrets: true, ...options }).jmx;

/** Plans that Spate writes itself: Apache JMeter opens them and sends the same requests. */
export const cases: DifferentialCase[] = [
  {
    name: 'URLs with methods, weights, characters to escape and two origins',
    plan: ({ port, tlsPort }) =>
      jmxOf(
        [
          `http://127.0.0.1:${port}/first?q=a%20b&c=|`,
          `POST http://127.0.0.1:${port}/echo/second 0.5`,
          `HEAD http://127.0.0.1:${port}/third/{id} 0.25`,
          `https://127.0.0.1:${tlsPort}/fourth`,
        ].join('\n'),
      ),
    properties: { ...once, iterations: '8' },
  },
  {
    name: 'curl commands with forms, JSON, cookies, credentials and a shell variable',
    plan: ({ port }) => {
      const at = `http://127.0.0.1:${port}`;
      return jmxOf(
        [
          `curl ${at}/echo/form -d 'name=Ada Lovelace' -d 'note=a%26b%C3%BC' -H 'X-Trace: \${not} a variable'`,
          `curl ${at}/echo/json --json '{"path":"C:\\\\temp\\\\new","price":"$12","text":"\${literal}"}' -H "X-Token: $TOKEN"`,
          `curl ${at}/echo/mixed -H 'Content-Type: application/json' -d "{\\"back\\":\\"a\\\\\\\\b\\",\\"token\\":\\"$TOKEN\\"}"`,
          `curl -u ada:secret -b 'sid=1; lang=en' ${at}/echo/who`,
          `curl -X DELETE ${at}/echo/7 -H 'X-Trace: plain'`,
          `curl -G ${at}/search --data-urlencode 'q=a b&c' -A robot`,
        ].join('\n'),
      );
    },
    properties: { ...once, TOKEN: 'abc,123' },
  },
  {
    name: 'edited requests with checks, extractors on and off, groups and pauses',
    plan: ({ port }) => {
      const url = (path: string) => `http://127.0.0.1:${port}${path}`;
      const extractors = [
        { variable: 'title', kind: 'json_path', expression: '$.books[1].title', fallback: '', enabled: true },
        { variable: 'off', kind: 'json_path', expression: '$.id', fallback: 'recorded', enabled: false },
      ];
      const page = {
        variable: 'token',
        kind: 'regex',
        expression: 'token=(\\w+);',
        fallback: '',
        enabled: true,
      };
      return jmxOf(
        JSON.stringify({
          name: 'Edited',
          variables: [{ name: 'user', value: 'ada' }],
          requests: [
            { url: url('/json'), group: 'Browse', name: 'Books', extractors },
            { url: url('/html'), group: 'Browse', name: 'Page', extractors: [page], pause_ms: 1 },
            {
              url: url('/echo/${title}/${off}/${user}'),
              name: 'Use',
              headers: [{ name: 'X-Token', value: '${token}' }],
            },
            { url: url('/status/404'), name: 'Expected', checks: [{ kind: 'status', value: '404' }] },
            { url: url('/status/200'), name: 'Unexpected', checks: [{ kind: 'status', value: '201' }] },
            {
              url: url('/json'),
              name: 'Checked',
              checks: [
                { kind: 'contains', value: 'Ada' },
                { kind: 'json_path', value: '$.nested.price' },
                { kind: 'max_ms', value: '60000' },
              ],
            },
            { url: url('/json'), name: 'Lacks', checks: [{ kind: 'json_path', value: '$.missing' }] },
            { url: url('/left-out'), enabled: false },
          ],
        }),
      );
    },
    properties: once,
  },
  {
    name: 'a recording with correlated values, cookies and pages',
    plan: ({ port }) => jmxOf(exampleHar(`http://127.0.0.1:${port}`, 0)),
    properties: once,
  },
  {
    name: 'operations of an OpenAPI document',
    plan: ({ port }) => jmxOf(exampleOpenApi(`http://127.0.0.1:${port}`)),
    properties: { ...once, x_api_key: 'k,1', token: 't' },
  },
  {
    name: 'a Postman collection with an address that is known at run time only',
    plan: ({ port }) => {
      const origin = `http://127.0.0.1:${port}`;
      // A property of the case cannot contain the port.
      return jmxOf(examplePostman(origin)).replace('${__P(other)}', `\${__P(other,${origin})}`);
    },
    properties: { ...once, amount: 'a b' },
  },
];
