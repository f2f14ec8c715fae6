import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse as parseYaml } from 'yaml';
import { type ConversionOptions, defaultOptions } from '../../src/converters/conversion.ts';
import { convert, type DocumentToConvert } from '../../src/converters/convert.ts';
import { exampleHar, exampleOpenApi, examplePostman } from '../../src/converters/testing/documents.ts';
import { readRangeResponse } from '../../src/domain/target-metrics.ts';
import { fuzz, rejected } from './fuzz.ts';
import { damagedText, textOf } from './inputs.ts';
import { oddJson } from './odd-json.ts';

// Documents that people convert to plans, and what other services return.
const origin = 'http://test.example:8080';
const openApi = exampleOpenApi(origin);
const json = [exampleHar(origin), examplePostman(origin), JSON.stringify(parseYaml(openApi))];

const commands = textOf([
  'curl ',
  'http://test.example/',
  'test.example ',
  ' -H "A: b"',
  ' -d a=b',
  ' --data-urlencode =é',
  ' -F f=@x;type=y',
  ' -u a:b',
  ' -X constructor',
  ' --json {}',
  ' -G',
  ' -b c=d',
  " $'\\x41\\U110000",
  "'",
  '"',
  '\\',
  '\n',
  '$HOME ',
  '${',
  '}',
  '#',
  '%',
  'GET ',
  '[',
  '://',
  '&',
  ' --next ',
]);
const yaml = textOf([
  'openapi: 3.0.0\n',
  'paths:\n',
  '  /a{b}:\n',
  '    get: {}\n',
  '    post:\n',
  '      <<: *a\n',
  'a: &a\n',
  ' - *a\n',
  '[',
  '{',
  '}',
  '? ',
  '!!binary x',
  '!!set {a}',
  '"',
  ': ',
  '- ',
  '\n',
  '\t',
]);

const document: fc.Arbitrary<DocumentToConvert> = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: oddJson(json) },
      { weight: 1, arbitrary: damagedText(fc.constantFrom(...json)) },
      { weight: 1, arbitrary: damagedText(fc.constant(openApi)) },
      { weight: 2, arbitrary: commands.map((text) => `curl ${text}`) },
      { weight: 1, arbitrary: commands },
      { weight: 1, arbitrary: yaml.map((text) => `openapi: 3.0.0\n${text}`) },
    ),
    fc.constantFrom(undefined, undefined, 'urls', 'curl', 'har', 'openapi', 'postman', 'requests'),
  )
  .map(([text, source]) => ({ text: text.slice(0, 8 * 1024), source }));

const options: fc.Arbitrary<ConversionOptions> = fc.constantFrom(
  defaultOptions,
  { ...defaultOptions, keepsSecrets: true, includesAssets: true, hosts: ['*'] },
  { ...defaultOptions, baseUrl: 'https://other.example/x', correlates: false, name: '${a}/..' },
);

fuzz('documents to convert', {
  inputs: 20_000,
  from: fc.tuple(document, options),
  parse([given, chosen]) {
    try {
      const { jmx, fileName } = convert(given, chosen);
      assert.ok(jmx.startsWith('<?xml') && /^[^/\\\0]+\.jmx$/.test(fileName));
    } catch (error) {
      rejected(error);
    }
  },
});

const rangeResponses = [
  '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"cpu","node":"a"},"values":[[1700000000,"1.5"],[1700000001,"NaN"]]}]}}',
  '{"status":"error","errorType":"bad_data","error":"parse error"}',
];

fuzz('responses of Prometheus', {
  inputs: 40_000,
  from: fc.oneof(oddJson(rangeResponses), damagedText(fc.constantFrom(...rangeResponses))),
  parse(body) {
    const { series, problem } = readRangeResponse(body, { startS: 1_700_000_000, stepS: 1, count: 10 });
    assert.ok(series.length > 0 || problem !== null);
    for (const { name, values } of series) {
      assert.ok(name.length <= 300 && name.isWellFormed() && !name.includes('\0'), JSON.stringify(name));
      assert.equal(values.length, 10);
    }
    if (problem !== null) assert.ok(problem.isWellFormed() && !problem.includes('\0'));
  },
});
