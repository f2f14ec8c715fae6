import type { Making } from './making.ts';
import {
  flag,
  includePath,
  node,
  type PlanNode,
  type PlanProperty,
  type PropertyTag,
  text,
} from './plan-data.ts';
import { randomParallel } from './random-parallel.ts';
import { randomCondition, randomTest, randomText } from './random-texts.ts';

type Children = (making: Making, least?: number) => PlanNode[];

/** A controller with children from `children`, or a reference to a fragment. */
export function randomController(making: Making, children: Children): PlanNode {
  const { chance, isConcurrent, fragments } = making;
  const id = making.count();
  const around = (kind: string, name: string, properties: PlanProperty[] = []) =>
    node(kind, name, properties, children(making));
  /** A loop. Its children may read its index variable. */
  const looping = (kind: string, name: string, properties: PlanProperty[]) =>
    node(kind, name, properties, children({ ...making, loops: [...making.loops, name] }));
  return chance.weigh(
    [
      2,
      () => around('GenericController', chance.pick([`simple${id}`, 'Default', `S ${randomText(making)}`])),
    ],
    [
      3,
      () =>
        looping('LoopController', `L${id}`, [
          flag('LoopController.continue_forever', chance.is(0.5)),
          number(
            making,
            'LoopController.loops',
            chance.pick(['0', '1', '2', '2', '3', '${n2}', '', '${blank}']),
          ),
        ]),
    ],
    [3, () => around('IfController', `if${id}`, condition(making))],
    [
      2,
      () =>
        looping('WhileController', `W${id}`, [text('WhileController.condition', ending(making, `W${id}`))]),
    ],
    [
      2,
      () =>
        looping('ForeachController', `F${id}`, [
          text('ForeachController.inputVal', chance.pick(['item', 'item', 'a', 'b', 'unset'])),
          text('ForeachController.returnVal', chance.pick(['it', 'c', 'd'])),
          ...chance.some(
            [
              flag('ForeachController.useSeparator', chance.is(0.6)),
              text('ForeachController.startIndex', chance.pick(['0', '1', '${n1}', '', '9'])),
              text('ForeachController.endIndex', chance.pick(['1', '2', '3', '${n2}', ''])),
            ],
            0.5,
          ),
        ]),
    ],
    [2, () => switching(making, id, children)],
    [
      2,
      () =>
        around('InterleaveControl', `turn${id}`, [
          number(making, 'InterleaveControl.style', chance.pick(['0', '1'])),
          ...(isConcurrent
            ? []
            : chance.some([flag('InterleaveControl.accrossThreads', chance.is(0.5))], 0.5)),
        ]),
    ],
    [1, () => around('OnceOnlyController', `once${id}`)],
    [
      2,
      () =>
        around('ThroughputController', `some${id}`, [
          number(making, 'ThroughputController.style', chance.pick(['0', '1'])),
          flag('ThroughputController.perThread', isConcurrent || chance.is(0.5)),
          number(making, 'ThroughputController.maxThroughput', chance.pick(['0', '1', '2', '5'])),
          text('ThroughputController.percentThroughput', chance.pick(['0', '33.3', '50', '100', '${n3}0'])),
        ]),
    ],
    [
      4,
      () =>
        around('TransactionController', chance.pick([`T${id}`, `T${id} ${randomText(making)}`]), [
          ...chance.some([flag('TransactionController.parent', chance.is(0.6))], 0.9),
          flag('TransactionController.includeTimers', chance.is(0.3)),
        ]),
    ],
    [
      1,
      () =>
        around('CriticalSectionController', `lock${id}`, [
          text('CriticalSectionController.lockName', chance.pick(['one', 'two', '', '${word}'])),
        ]),
    ],
    [1, () => alone(making, id, children)],
    [making.hasParallels ? 9 : 0, () => randomParallel(making)],
    [fragments.length > 0 ? 1 : 0, () => pointer(chance.pick(fragments), id)],
    [1, () => including(making, id, children)],
  );
}

/** JMeter writes numbers as texts or as integers. */
function number({ chance }: Making, name: string, value: string): PlanProperty {
  const tags: PropertyTag[] = /^\d+$/.test(value) ? ['stringProp', 'intProp', 'longProp'] : ['stringProp'];
  return { name, tag: chance.pick(tags), value };
}

function condition(making: Making): PlanProperty[] {
  const { chance } = making;
  const isExpression = chance.is(0.7);
  return [
    text('IfController.condition', isExpression ? randomCondition(making) : randomTest(making)),
    flag('IfController.useExpression', isExpression),
    flag('IfController.evaluateAll', chance.is(0.3)),
  ];
}

/** Conditions that end for certain. `passesOf` in plan-guard.ts must know them. */
function ending({ chance }: Making, name: string): string {
  return chance.pick([
    'false',
    `\${__jexl3(\${__counter(TRUE)} % ${chance.between(2, 4)} != 0)}`,
    `\${__jexl3(\${__jm__${name}__idx} < ${chance.between(1, 3)})}`,
  ]);
}

function switching(making: Making, id: number, children: Children): PlanNode {
  const { chance } = making;
  const inner = children(making, 2);
  const names = inner.map(({ name }) => name).filter((name) => !name.includes('$'));
  const value = chance.pick(['0', '1', '2', '', '${n1}', '${__counter(TRUE)}', '9', 'none', ...names]);
  return node('SwitchController', `switch${id}`, [text('SwitchController.value', value)], inner);
}

/** Controllers that choose at random, with one child only. */
function alone(making: Making, id: number, children: Children): PlanNode {
  const only = node('GenericController', `only${id}`, [], children(making));
  return making.chance.is(0.5)
    ? node('RandomController', `any${id}`, [text('InterleaveControl.style', '0')], [only])
    : node('RandomOrderController', `order${id}`, [], [only]);
}

/**
 * An included file. Its samplers use host and port of the defaults, because the port is unknown when the file is
 * written.
 */
function including(making: Making, id: number, children: Children): PlanNode {
  const path = `part${id}.jmx`;
  const inner = children({ ...making, fragments: [] }).map(withoutTarget);
  const fragment = node('TestFragmentController', `included${id}`, [], inner);
  return {
    ...node('IncludeController', `include${id}`, [text(includePath, path)]),
    included: making.chance.is(0.8) ? fragment : { ...fragment, isEnabled: false },
  };
}

const withoutTarget = (each: PlanNode): PlanNode => ({
  ...each,
  properties: each.properties.filter(({ name }) => !/^HTTPSampler\.(domain|port)$/.test(name)),
  children: each.children.map(withoutTarget),
});

const pointer = (fragment: string, id: number): PlanNode =>
  node('ModuleController', `module${id}`, [
    {
      name: 'ModuleController.node_path',
      items: ['Root', 'Test Plan', fragment].map((part, at) => text(String(at), part)),
    },
  ]);
