import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, planWith, simple, variables, withXml } from '../testing/plan.ts';

const described = withXml(
  { ...element('Arguments', 'Described'), guiClass: 'ArgumentsPanel' },
  '<collectionProp name="Arguments.arguments"><elementProp name="other" elementType="Argument"><stringProp name="Argument.name">described</stringProp><stringProp name="Argument.value">yes</stringProp><stringProp name="Argument.desc">some words ${x}</stringProp><stringProp name="Argument.metadata">=</stringProp></elementProp><elementProp name="twice" elementType="Argument"><stringProp name="Argument.name">twice</stringProp><stringProp name="Argument.value">first</stringProp></elementProp><elementProp name="twice" elementType="Argument"><stringProp name="Argument.name">twice</stringProp><stringProp name="Argument.value">second</stringProp></elementProp><elementProp name="bare" elementType="Argument"><stringProp name="Argument.name">bare</stringProp></elementProp><elementProp name="" elementType="Argument"><stringProp name="Argument.name"></stringProp><stringProp name="Argument.value">nameless</stringProp></elementProp></collectionProp>',
);

export const cases: DifferentialCase[] = [
  {
    name: 'Arguments of the plan and elsewhere: order and references between them',
    plan: planWith(
      {},
      { a: '1', b: '${a}2', c: '${later}', 'odd name': 'x${a}', 'ünï-cödé.$': 'u', '${a}': 'braces' },
      variables({ later: '${a}${b}', own: '${later}', twice: '${a}', here: 'early' }),
      simple('S', variables({ inside: '${own}!', here: 'within' }, 'In a controller without a group')),
      group(
        {},
        debug('${a}|${b}|${c}|${odd name}|${ünï-cödé.$}|${${a}}|${1}'),
        debug('${later}|${own}|${twice}|${here}|${inside}'),
        simple('T', variables({ deep: '${inside}?', here: 'deep' }, 'Deep')),
      ),
      group({ name: 'Second' }, debug('${deep}|${here}'), variables({ here: 'last' }, 'Last')),
    ),
  },
  {
    name: 'Arguments with descriptions, a name twice, without a value and without a name',
    plan: planWith({}, { x: '1' }, described, group({}, debug('${described}|${twice}|${bare}|${}|${other}'))),
  },
  {
    name: 'Arguments: functions are evaluated once, before any user comes',
    plan: planWith(
      {},
      {
        counted: '${__counter(FALSE)}',
        who: '${__threadNum}',
        random: '${__Random(1,1000000)}',
        nested: '${__P(none,${__P(none,deep)})}',
        set: '${__setProperty(from.plan,here)}',
        upper: '${__changeCase(a${counted},UPPER,kept)}',
        escaped: '\\${counted} a\\,b \\d',
        name: '${__threadGroupName}',
        defined: '${__isVarDefined(counted)}',
        sum: '${__intSum(1,2,sum1)}',
      },
      variables({
        again: '${__counter(FALSE)}${__counter(FALSE)}',
        property: '${__P(from.plan)}',
        stored: '${__changeCase(b,UPPER,stored2)}',
        indirect: '${__V(counted)}',
        known: '${__isVarDefined(counted)}',
      }),
      group(
        { users: 2, loops: 2 },
        debug('${counted} ${nested} ${set} ${upper} ${kept} ${escaped}'),
        debug('${again} ${property} ${stored} ${stored2} ${indirect} ${known}'),
        debug('${name} ${defined} ${sum} ${sum1}'),
      ),
    ),
    isConcurrent: true,
    normalize: (text) => text.replaceAll(/"random":"\d+"/g, '"random":"r"'),
  },
  {
    name: 'Arguments that are disabled, and those that samplers may not change for others',
    plan: planWith(
      {},
      { x: 'plan' },
      { ...variables({ x: 'never' }), isEnabled: false },
      group({ users: 2 }, debug('${x} ${__changeCase(own${__threadNum},UPPER,x)}'), debug('${x}')),
    ),
    isConcurrent: true,
  },
];
