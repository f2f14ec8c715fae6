import fc from 'fast-check';
import { damaged, damagedText, samplesOf, textOf } from './inputs.ts';

const names = [
  'run',
  'flood',
  'grid',
  'grids',
  'region',
  'test',
  'run_files',
  'tool',
  'name',
  'threads',
  'thresholds',
  'uuid',
  '__proto__',
  'constructor',
  'toString',
];

/** Names such as `run[grids][][region]`, and broken ones. */
export const parameterName = textOf([
  ...names,
  '[',
  ']',
  '[]',
  '[0]',
  '[a]',
  '[grids]',
  '[uuid]',
  '%',
  '\0',
  ' ',
]);
export const parameterValue = textOf(
  ['jmeter', '5', '-1', '1e9', ',', '\0', '\ud800', 'true', 'x', '9'.repeat(20)],
  3,
);

const jsonKey = fc.constantFrom(...names);
const { tree: jsonTree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, 0, -1, 1e300, '', 'jmeter', '\0', '\ud800', 'base64=='),
    fc.string({ maxLength: 8 }),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(jsonKey, tie('tree'), { maxKeys: 5 }),
  ),
}));

/** JSON objects with known names, and deep ones. */
export const jsonBody: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: samplesOf(
      fc.dictionary(jsonKey, jsonTree, { maxKeys: 4 }).map((json) => JSON.stringify(json)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(3_000), fc.constantFrom('{"run":', '[', '{"a":['))
      .map(([depth, piece]) => `{"run":${piece.repeat(depth)}1`),
  },
);

const metric = [
  'p95',
  'p',
  '99.9',
  'mean',
  'min',
  'max',
  'errors',
  'throughput',
  'apdex',
  'count',
  'bytes',
  'median',
];
const condition = fc
  .tuple(
    fc.constantFrom('', 'label("Checkout").', "label('a\\'b')."),
    fc.constantFrom(...metric),
    fc.constantFrom('', '(failed)', '(all)'),
    fc.constantFrom('>', '>=', '<', '<='),
    fc.constantFrom('800ms', '1%', '50/s', '0.5', '10 MB', '2 s', '9'.repeat(15)),
    fc.constantFrom('', ' for 30s', ' for 15m'),
  )
  .map(([label, name, kind, sign, limit, time]) => `${label}${name}${kind} ${sign} ${limit}${time}`);

/** Conditions and abort rules: valid, damaged, and of random pieces. */
export const threshold = fc.oneof(
  condition,
  damagedText(condition),
  textOf([
    ...metric,
    'label',
    '(',
    ')',
    '"',
    "'",
    '\\',
    '.',
    ' ',
    '>',
    '<',
    '=',
    '1',
    '%',
    'ms',
    'for',
    's',
    '\0',
  ]),
);

const partHead = fc
  .tuple(
    fc.constantFrom('run[tool]', 'run[name]', 'run_files[]', '', '__proto__', 'n'.repeat(600)),
    fc.constantFrom(
      '',
      '; filename="plan.jmx"',
      '; filename=""',
      "; filename*=UTF-8''a%00b",
      '; filename="../x\\',
    ),
    fc.constantFrom(
      '',
      'Content-Type: text/plain\r\n',
      'Content-Transfer-Encoding: base64\r\n',
      'X: \r\n',
      ':\r\n',
    ),
  )
  .map(([name, file, more]) => `Content-Disposition: form-data; name="${name}"${file}\r\n${more}\r\n`);
const part = fc.tuple(partHead, fc.string({ maxLength: 40 })).map(([head, content]) => `${head}${content}`);

/** Forms whose parts, boundaries and line ends may be wrong, sent in pieces of any size. */
export const multipartForm = fc
  .tuple(
    fc.constantFrom('b', '-', 'a b', '"q"', 'x'.repeat(70), ''),
    fc.array(part, { maxLength: 4 }),
    fc.constantFrom('--\r\n', '', '--', '\r\n'),
    fc.integer({ min: 20, max: 300 }),
  )
  .chain(([boundary, parts, end, chunkBytes]) => {
    const name = boundary.replaceAll('"', '');
    const body = `${parts.map((each) => `--${name}\r\n${each}\r\n`).join('')}--${name}${end}`;
    return fc.record({
      boundary: fc.constant(boundary),
      body: damaged(fc.constant(Buffer.from(body)), 8 * 1024),
      chunkBytes: fc.constant(chunkBytes),
    });
  });
