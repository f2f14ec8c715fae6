import { type Making, words } from './making.ts';
import { flag, node, type PlanNode, type PlanProperty, text } from './plan-data.ts';
import { randomDocumentAssertion } from './random-documents.ts';
import { jsonPaths } from './random-processors.ts';
import { randomText } from './random-texts.ts';
import { randomScript } from './scripts/random-scripts.ts';

export function randomAssertion(making: Making): PlanNode {
  const { chance } = making;
  return chance.weigh(
    [4, () => randomResponse(making)],
    [making.hasParallels ? 0 : 3, () => randomScript(making, 'Assertion')],
    [2, () => randomSize(making)],
    [2, () => randomJson(making)],
    [3, () => randomDocumentAssertion(making)],
    [
      1,
      () =>
        node('DurationAssertion', 'Duration', [
          text('DurationAssertion.duration', chance.pick(['60000', '0', '${n3}00000', 'x'])),
          ...scope(making),
        ]),
    ],
    [
      1,
      () =>
        node('MD5HexAssertion', 'Md5', [
          text('MD5HexAssertion.size', chance.pick(['d41d8cd98f00b204e9800998ecf8427e', '${a}', ''])),
        ]),
    ],
  );
}

const scope = ({ chance }: Making): PlanProperty[] =>
  chance.weigh(
    [5, () => []],
    [2, () => [text('Assertion.scope', chance.pick(['parent', 'children', 'all']))]],
    [1, () => [text('Assertion.scope', 'variable'), text('Scope.variable', chance.pick(words))]],
  );

function randomResponse(making: Making): PlanNode {
  const { chance } = making;
  const kind = chance.pick([1, 2, 8, 16]);
  const pattern = () =>
    chance.weigh(
      [
        3,
        () =>
          chance.pick(
            ['200', 'OK', 'token', 'hello', '404', '${word}', '${a}', 'Ada', 'yes'].slice(
              0,
              kind < 8 ? 6 : 9,
            ),
          ),
      ],
      [
        kind < 8 ? 3 : 0,
        () => chance.pick(['\\d+', '2..', '(?i)HELLO.*', '^\\w+$', '(?s).*', 'token=\\w+;', 'a|b']),
      ],
      [kind < 8 ? 0 : 2, () => randomText(making)],
    );
  return {
    ...node('ResponseAssertion', chance.pick(['Response', 'Response ${n1}']), [
      { name: 'Asserion.test_strings', items: chance.list(0, 3, (at) => text(String(at), pattern())) },
      text('Assertion.custom_message', chance.pick(['', '', randomText(making)])),
      text(
        'Assertion.test_field',
        `Assertion.${chance.pick(['response_data', 'response_data', 'response_code', 'response_message', 'response_headers', 'request_headers', 'request_data', 'sample_label'])}`,
      ),
      flag('Assertion.assume_success', chance.is(0.2)),
      {
        name: 'Assertion.test_type',
        tag: chance.pick(['intProp', 'stringProp']),
        value: String(kind + chance.pick([0, 0, 4, 32, 36])),
      },
      ...scope(making),
    ]),
    guiClass: 'AssertionGui',
  };
}

function randomSize(making: Making): PlanNode {
  const { chance } = making;
  return node('SizeAssertion', 'Size', [
    text(
      'Assertion.test_field',
      `SizeAssertion.${chance.pick(['response_headers', 'response_data', 'response_code', 'response_message', 'response_network_size'])}`,
    ),
    text('SizeAssertion.size', chance.pick(['0', '2', '3', '100', '${n3}', '1234567'])),
    {
      name: 'SizeAssertion.operator',
      tag: chance.pick(['intProp', 'stringProp']),
      value: String(chance.between(1, 6)),
    },
    ...scope(making),
  ]);
}

function randomJson({ chance }: Making): PlanNode {
  return node('JSONPathAssertion', 'Json', [
    text('JSON_PATH', chance.pick(jsonPaths)),
    text('EXPECTED_VALUE', chance.pick(['7', 'Ada', '\\d+', '', 'A.a', '["a","b","c"]'])),
    flag('JSONVALIDATION', chance.is(0.5)),
    flag('EXPECT_NULL', chance.is(0.2)),
    flag('INVERT', chance.is(0.3)),
    flag('ISREGEX', chance.is(0.5)),
  ]);
}
