import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, group, planWith } from '../testing/plan.ts';

/** A sample's name shows what a text became. */
export const shown = (
  name: string,
  texts: string[],
  more: Partial<DifferentialCase> = {},
): DifferentialCase => ({
  name,
  plan: planWith(
    {},
    { x: '1', y: 'two', name: 'x', x_1: 'numbered', list_matchNr: '0', 'odd name': 'odd', empty: '' },
    group({ loops: 2 }, ...texts.map((text) => debug(text))),
  ),
  properties: { 'my.host': 'example.com', empty: '' },
  ...more,
});

export const cases: DifferentialCase[] = [
  shown('variables, nested and unset', [
    'a${x}b',
    '${unset}',
    '${x}${y}',
    '${odd name}',
    '${x_${x}}',
    '$x {x} $ {x}',
    '${',
    '${x',
    'a\\${x}',
    'a\\\\${x}',
    '\\d ${x} \\d',
    '${empty}',
    '$${x}',
  ]),
  shown('__P and __property', [
    '${__P(my.host)}',
    '${__P(none)}',
    '${__P(none,)}',
    '${__P(none,a\\,b)}',
    '${__P(none, spaced )}',
    '${__P( my.host )}',
    '${__P(empty,x)}',
    '${__property(my.host)}',
    '${__property(none)}',
    '${__property(none,,dflt)}',
    '${__property(my.host,host)} ${host}',
    '${__P(${y},${x})}',
    '${__P(none,${__P(my.host)})}',
  ]),
  shown('__V', ['${__V(x)}', '${__V(x_${x})}', '${__V(none)}', '${__V(none,dflt)}', '${__V(na${y},)}']),
  shown('__threadNum', ['${__threadNum}', '${__threadNum()}']),
];
