import { type Making, words } from './making.ts';
import { flag, node, type PlanNode, type PlanProperty, text } from './plan-data.ts';
import { randomDocumentExtractor } from './random-documents.ts';
import { randomText } from './random-texts.ts';
import { randomScript } from './scripts/random-scripts.ts';

export function randomTimer(making: Making): PlanNode {
  const { chance } = making;
  const delay = chance.pick(['0', '1', '2', '${n1}', '', 'x']);
  const range = chance.pick(['0', '0.0', '1']);
  return chance.weigh(
    [making.hasParallels ? 0 : 1, () => randomScript(making, 'Timer')],
    [3, () => node('ConstantTimer', 'Wait', [text('ConstantTimer.delay', delay)])],
    [
      1,
      () =>
        node(chance.pick(['UniformRandomTimer', 'GaussianRandomTimer']), 'Wait', [
          text('ConstantTimer.delay', chance.pick(['0', '1', '${n1}'])),
          text('RandomTimer.range', range),
        ]),
    ],
  );
}

/** Sets variables before a sampler. */
export function randomPreProcessor(making: Making): PlanNode {
  const { chance } = making;
  if (chance.is(0.5)) {
    return randomScript(making, 'PreProcessor');
  }
  const names = chance.list(1, 3, () => chance.pick(words));
  const lists = chance.list(1, 2, () => chance.list(1, names.length, () => randomText(making)));
  const list = (name: string, values: readonly string[]): PlanProperty => ({
    name,
    items: values.map((value, at) => text(String(at), value)),
  });
  return node('UserParameters', 'Parameters', [
    list('UserParameters.names', names),
    { name: 'UserParameters.thread_values', items: lists.map((values, at) => list(String(at), values)) },
    flag('UserParameters.per_iteration', chance.is(0.5)),
  ]);
}

export function randomPostProcessor(making: Making): PlanNode {
  return making.chance.weigh(
    [3, () => randomRegex(making)],
    [2, () => randomBoundary(making)],
    [3, () => randomJson(making)],
    [3, () => randomDocumentExtractor(making)],
    [1, () => randomAction(making)],
    [3, () => randomScript(making, 'PostProcessor')],
  );
}

const scope = ({ chance }: Making): PlanProperty[] =>
  chance.weigh(
    [5, () => []],
    [2, () => [text('Sample.scope', chance.pick(['parent', 'children', 'all']))]],
    [1, () => [text('Sample.scope', 'variable'), text('Scope.variable', chance.pick(words))]],
  );
const field = ({ chance }: Making) =>
  chance.pick(['false', 'false', 'false', 'true', 'request_headers', 'URL', 'code', 'message', 'unescaped']);
/** Never 0, which is a random match. */
const match = ({ chance }: Making) => chance.pick(['1', '1', '2', '-1', '-1', '7', '${n2}']);

function randomRegex(making: Making): PlanNode {
  const { chance } = making;
  const expression = chance.pick([
    ...['token=(\\w+)', '"(\\w+)":"?(\\w+)', '(\\d+)', '<(\\w+)[^>]*>', 'hello (.+)', '(\\w)(\\w)(x)?'],
    ...['${word}', '([a-z]+)=', 'X-(\\w+): (.*)', '(?i)TOKEN=(.)', '[^\\s"]+', '(q)=(${n1})'],
  ]);
  return node('RegexExtractor', 'Regex', [
    text('RegexExtractor.useHeaders', field(making)),
    text('RegexExtractor.refname', chance.pick(words)),
    text('RegexExtractor.regex', expression),
    text(
      'RegexExtractor.template',
      chance.pick(['$1$', '$1$', '$0$', '$2$-$1$', '$9$', 'x$1$y', 'none', '${a}$1$']),
    ),
    text('RegexExtractor.default', chance.pick(['none', '', randomText(making)])),
    ...chance.some([flag('RegexExtractor.default_empty_value', chance.is(0.5))], 0.3),
    text('RegexExtractor.match_number', match(making)),
    ...scope(making),
  ]);
}

function randomBoundary(making: Making): PlanNode {
  const { chance } = making;
  return node('BoundaryExtractor', 'Boundary', [
    text('BoundaryExtractor.useHeaders', field(making)),
    text('BoundaryExtractor.refname', chance.pick(words)),
    text('BoundaryExtractor.lboundary', chance.pick(['token=', '"', '', '<', '${word}', ': '])),
    text('BoundaryExtractor.rboundary', chance.pick([';', '"', '', '>', '\n', '${n1}'])),
    text('BoundaryExtractor.default', chance.pick(['none', '', randomText(making)])),
    ...chance.some([flag('BoundaryExtractor.default_empty_value', chance.is(0.5))], 0.3),
    text('BoundaryExtractor.match_number', match(making)),
    ...scope(making),
  ]);
}

function randomJson(making: Making): PlanNode {
  const { chance } = making;
  const count = chance.between(1, 2);
  const several = (from: readonly string[]) =>
    Array.from({ length: count }, () => chance.pick(from)).join(';');
  return node('JSONPostProcessor', 'Json', [
    text('JSONPostProcessor.referenceNames', several(words)),
    text('JSONPostProcessor.jsonPathExprs', several(jsonPaths)),
    text('JSONPostProcessor.match_numbers', several(['1', '-1', '2', '9'])),
    text('JSONPostProcessor.defaultValues', several(['none', '${word}', 'dflt'])),
    ...chance.some([flag('JSONPostProcessor.compute_concat', chance.is(0.5))], 0.4),
    ...scope(making),
  ]);
}

export const jsonPaths: readonly string[] = [
  ...['$.id', '$.name', '$.tags[*]', '$.books[*].title', '$..price', '$.nested', '$.nope', '$.tags[1]'],
  ...['$.books[?(@.price > 10)].title', '$.books[-1].title', '$.nested.none', '$.a', "$['id','name']", '$'],
];

function randomAction({ chance, mayStopTest }: Making): PlanNode {
  const actions = ['0', '1', '4', '5', '6', ...(mayStopTest ? ['2', '3'] : [])];
  return node('ResultAction', 'On failure', [text('OnError.action', chance.pick(actions))]);
}
