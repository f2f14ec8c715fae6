import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  element,
  group,
  http,
  loop,
  planWith,
  type TestElement,
  type Value,
  withXml,
} from '../testing/plan.ts';

const compared = (
  properties: Record<string, Value> = { compareContent: true, compareTime: -1 },
  ...skipped: readonly (readonly [regex: string, substitute: string])[]
): TestElement => ({
  ...withXml(
    element('CompareAssertion', 'compare', properties),
    `<collectionProp name="stringsToSkip">${skipped
      .map(
        ([regex, substitute]) =>
          `<elementProp name="" elementType="SubstitutionElement"><stringProp name="regex">${regex}</stringProp><stringProp name="substitute">${substitute}</stringProp></elementProp>`,
      )
      .join('')}</collectionProp>`,
  ),
  guiClass: 'TestBeanGUI',
});

/** Answers made up on the spot, with the time that they take. */
const answered = (body: string, time: number, ...children: TestElement[]) =>
  element(
    'kg.apc.jmeter.samplers.DummySampler',
    body,
    {
      WAITING: false,
      SUCCESFULL: true,
      RESPONSE_CODE: '200',
      RESPONSE_MESSAGE: 'OK',
      REQUEST_DATA: 'asked',
      RESPONSE_DATA: body,
      RESPONSE_TIME: time,
      LATENCY: '0',
      CONNECT: '0',
    },
    children,
  );

const all = (...children: TestElement[]) => ({
  plan: planWith({}, { limit: '50', word: 'same' }, group({ loops: 2 }, ...children)),
});

export const cases: DifferentialCase[] = [
  {
    name: 'a file that says nothing',
    ...all(compared({}), answered('a', 1), answered('b', 1), answered('b', 2)),
  },
  {
    name: 'answers that are the same, and not',
    ...all(
      compared(),
      answered('same', 1),
      answered('${word}', 2),
      answered('other', 3),
      answered('other', 3),
      answered('', 3),
    ),
  },
  {
    name: 'contents that nobody compares',
    ...all(compared({ compareContent: false, compareTime: '-1' }), answered('a', 1), answered('b', 1)),
  },
  {
    name: 'what is taken away before the comparison',
    ...all(
      compared({ compareContent: true, compareTime: '-1' }, ['\\d+', '#'], ['id=[a-z]*', ''], ['#', '$1']),
      answered('at 12 id=abc x', 1),
      answered('at 3456 id= x', 1),
      answered('at 3456 id=b y', 1),
    ),
  },
  ...['-1', '0', '9', '10', '50', '${limit}', ''].map(
    (compareTime): DifferentialCase => ({
      name: `times that differ by more than ${compareTime}`,
      ...all(
        compared({ compareContent: compareTime === '10', compareTime }),
        answered('a', 100),
        answered('a', 110),
        answered('a', 100),
        answered('b', 200),
        answered('b', 200),
      ),
    }),
  ),
  {
    name: 'passes of the controller in which the comparison stands',
    ...all(
      answered('before', 1),
      loop('inner', 2, compared(), answered('${__counter(true)}', 1), answered('x', 1)),
      answered('own', 1, compared()),
      loop('around', 2, answered('${__counter(true)}', 1, compared())),
    ),
  },
  {
    name: 'a comparison outside of every thread group',
    plan: planWith({}, {}, compared(), group({}, answered('a', 1), answered('a', 1))),
  },
  {
    name: 'users who compare for themselves',
    plan: planWith(
      {},
      {},
      group({ users: 3 }, compared(), answered('${__threadNum}', 1), answered('${__threadNum}', 1)),
    ),
    isConcurrent: true,
  },
  {
    name: 'answers of a server',
    plan: ({ port }) =>
      planWith(
        {},
        {},
        group(
          {},
          compared(),
          http('one', { port, path: '/json' }),
          http('two', { port, path: '/json' }),
          http('page', { port, path: '/' }),
        ),
      ),
  },
];
