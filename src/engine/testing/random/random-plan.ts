import { Chance } from './chance.ts';
import { constants, type Making } from './making.ts';
import { flag, node, type PlanData, type PlanNode, type PlanProperty, text } from './plan-data.ts';
import { isBounded } from './plan-guard.ts';
import { randomAssertion } from './random-assertions.ts';
import { randomConfig } from './random-configs.ts';
import { randomController } from './random-controllers.ts';
import { lastDefaults } from './random-http.ts';
import { randomPostProcessor, randomPreProcessor, randomTimer } from './random-processors.ts';
import { randomResults, randomSaver } from './random-results.ts';
import { randomSampler } from './random-samplers.ts';

/**
 * A plan of proven elements, reproducible by seed. It ends soon, and does not depend on the clock or on the order
 * between users.
 */
export function randomPlan(seed: number): PlanData {
  for (let attempt = 0; ; attempt += 1) {
    const plan = makePlan(new Chance(seed * 1000 + attempt));
    if (isBounded(plan)) {
      return plan;
    }
  }
}

type Shape = 'one' | 'in turn' | 'at once';

function makePlan(chance: Chance): PlanData {
  const shape: Shape = chance.weigh([5, () => 'one'], [2, () => 'in turn'], [3, () => 'at once']);
  const isConcurrent = shape === 'at once';
  let counted = 0;
  const making: Making = {
    chance,
    isConcurrent,
    mayStopTest: shape === 'one',
    hasUser: true,
    hasDummies: chance.is(0.4),
    isVague: chance.is(0.15),
    // With several users it is undefined which of them runs a branch.
    hasParallels: shape === 'one' && chance.is(0.4),
    files: {},
    fragments: [],
    loops: [],
    count: () => ++counted,
  };
  const fragments = chance.list(0, 1, () =>
    node('TestFragmentController', `fragment${making.count()}`, [], attached(making, 0.5, steps(making, 3))),
  );
  making.fragments.push(...fragments.map(({ name }) => name));
  const children = attached(making, 0.7, [
    ...fragments.map((each) => ({ ...each, isEnabled: chance.is(0.7) })),
    ...groups(making, shape),
  ]);
  const root = node(
    'TestPlan',
    'Test Plan',
    [
      ...(shape === 'in turn' ? [flag('TestPlan.serialize_threadgroups', true)] : []),
      ...chance.some([flag('TestPlan.tearDown_on_shutdown', chance.is(0.5))], 0.3),
      variables(),
    ],
    [lastDefaults(), ...children],
  );
  return { root, files: making.files, isConcurrent, isVague: making.isVague };
}

const variables = (): PlanProperty => ({
  name: 'TestPlan.user_defined_variables',
  kind: 'Arguments',
  properties: [
    {
      name: 'Arguments.arguments',
      items: Object.entries(constants).map(([name, value]) => ({
        name,
        kind: 'Argument',
        properties: [
          text('Argument.name', name),
          text('Argument.value', value),
          text('Argument.metadata', '='),
        ],
      })),
    },
  ],
});

function groups(making: Making, shape: Shape): PlanNode[] {
  const { chance } = making;
  const main = chance.list(shape === 'one' ? 1 : 2, shape === 'one' ? 1 : 2, (at) =>
    group(making, 'ThreadGroup', `Users ${at}`, shape === 'at once' ? chance.between(1, 3) : 1),
  );
  const others = shape === 'one' ? [] : ['SetupThreadGroup', 'PostThreadGroup'];
  return [...main, ...chance.some(others, 0.15).map((kind) => group(making, kind, kind, 1))];
}

function group(making: Making, kind: string, name: string, users: number): PlanNode {
  const { chance } = making;
  const onError = [
    ...['continue', 'continue', 'continue', 'startnextloop', 'stopthread', ''],
    ...(making.mayStopTest ? ['stoptest', 'stoptestnow'] : []),
  ];
  return node(
    kind,
    name,
    [
      { name: 'ThreadGroup.num_threads', tag: chance.pick(['stringProp', 'intProp']), value: String(users) },
      text('ThreadGroup.ramp_time', '0'),
      text('ThreadGroup.on_sample_error', chance.pick(onError)),
      ...chance.some([flag('ThreadGroup.same_user_on_next_iteration', chance.is(0.5))], 0.3),
      {
        name: 'ThreadGroup.main_controller',
        kind: 'LoopController',
        properties: [
          flag('LoopController.continue_forever', false),
          {
            name: 'LoopController.loops',
            tag: chance.pick(['stringProp', 'intProp']),
            value: String(chance.between(1, 3)),
          },
        ],
      },
    ],
    attached(making, 0.8, steps(making, 3)),
  );
}

/** Samplers, and controllers with steps of their own. */
function steps(making: Making, depth: number, least = 1): PlanNode[] {
  const { chance } = making;
  return chance.list(least, Math.max(least, depth + 1), () => {
    const each =
      depth > 0 && chance.is(0.45)
        ? withAttached(
            making,
            0.4,
            randomController(making, (inner, atLeast) => steps(inner, depth - 1, atLeast)),
          )
        : withAttached(making, 0.6, randomSampler(making));
    return chance.is(0.04) ? { ...each, isEnabled: false } : each;
  });
}

function withAttached(making: Making, probability: number, each: PlanNode): PlanNode {
  return { ...each, children: attached(making, probability, each.children) };
}

/** Inserts elements other than steps at random positions. */
function attached(making: Making, probability: number, children: readonly PlanNode[]): PlanNode[] {
  const { chance } = making;
  const hasFiles = !making.isVague && !making.isConcurrent && !making.hasParallels;
  const all = [...children];
  while (chance.is(probability)) {
    const each = chance.weigh(
      [3, () => randomConfig(making)],
      [1, () => randomTimer(making)],
      [making.hasParallels ? 0 : 1, () => randomPreProcessor(making)],
      [making.isVague || making.hasParallels ? 0 : 4, () => randomPostProcessor(making)],
      [making.isVague ? 0 : 3, () => randomAssertion(making)],
      // The order of lines and of files depends on the order of users.
      [hasFiles ? 0.5 : 0, () => randomResults(making)],
      [hasFiles ? 0.5 : 0, () => randomSaver(making)],
    );
    all.splice(chance.between(0, all.length), 0, chance.is(0.05) ? { ...each, isEnabled: false } : each);
  }
  return all;
}
