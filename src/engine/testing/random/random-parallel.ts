import type { Making } from './making.ts';
import { flag, node, type PlanNode, text } from './plan-data.ts';

/**
 * bzm's Parallel controller. Its threads share the elements around it, so only one runs at a time, and its children
 * neither set variables nor read any that another thread may change.
 */
export function randomParallel(making: Making): PlanNode {
  const { chance } = making;
  return {
    ...node(
      'com.blazemeter.jmeter.controller.ParallelSampler',
      chance.pick([`P${making.count()}`, 'P ${word}']),
      [
        flag('LIMIT_MAX_THREAD_NUMBER', true),
        text('MAX_THREAD_NUMBER', '1'),
        ...chance.some([flag('PARENT_SAMPLE', chance.is(0.6))], 0.8),
      ],
      parts(making, 2),
    ),
    guiClass: 'com.blazemeter.jmeter.controller.ParallelControllerGui',
  };
}

function parts(making: Making, depth: number): PlanNode[] {
  return making.chance.list(1, 3, () =>
    depth > 0 && making.chance.is(0.4) ? around(making, parts(making, depth - 1)) : sampler(making),
  );
}

function around(making: Making, children: PlanNode[]): PlanNode {
  const { chance } = making;
  const id = making.count();
  return chance.weigh(
    [1, () => node('GenericController', `simple${id}`, [], children)],
    [
      2,
      () =>
        node(
          'LoopController',
          `L${id}`,
          [
            flag('LoopController.continue_forever', chance.is(0.5)),
            text('LoopController.loops', chance.pick(['0', '1', '2', '${n2}'])),
          ],
          children,
        ),
    ],
    [
      1,
      () =>
        node(
          'IfController',
          `if${id}`,
          [
            text('IfController.condition', chance.pick(['true', 'false', '${no}'])),
            flag('IfController.useExpression', true),
            flag('IfController.evaluateAll', chance.is(0.3)),
          ],
          children,
        ),
    ],
    [
      1,
      () =>
        node(
          'SwitchController',
          `switch${id}`,
          [text('SwitchController.value', chance.pick(['0', '1', '', '${n1}', '9']))],
          children,
        ),
    ],
    [
      3,
      () =>
        node(
          'TransactionController',
          `T${id}`,
          [
            flag('TransactionController.parent', true),
            flag('TransactionController.includeTimers', chance.is(0.3)),
          ],
          children,
        ),
    ],
    [1, () => node('OnceOnlyController', `once${id}`, [], children)],
  );
}

function sampler(making: Making): PlanNode {
  const { chance } = making;
  const values = {
    Sleep_Time: '0',
    Sleep_Mask: '0',
    Label: '',
    ResponseCode: chance.pick(['200', '500']),
    ResponseMessage: chance.pick(['', 'said ${word}']),
    Status: chance.pick(['OK', 'OK', 'OK', 'KO']),
    SamplerData: chance.pick(['', '${n1}']),
    ResultData: chance.pick(['', 'id=7;', 'id=${n2}; ${blank}']),
  };
  const items = Object.entries(values).map(([name, value]) => ({
    name,
    kind: 'Argument',
    properties: [text('Argument.name', name), text('Argument.value', value), text('Argument.metadata', '=')],
  }));
  return {
    ...node(
      'JavaSampler',
      chance.pick([`j${making.count()}`, `j${making.count()} \${word}`]),
      [
        text('classname', 'org.apache.jmeter.protocol.java.test.JavaTest'),
        { name: 'arguments', kind: 'Arguments', properties: [{ name: 'Arguments.arguments', items }] },
      ],
      chance.some([tooLarge(making)], 0.3),
    ),
    guiClass: 'JavaTestSamplerGui',
  };
}

const tooLarge = ({ chance }: Making): PlanNode =>
  node('SizeAssertion', 'Size', [
    text('Assertion.test_field', 'SizeAssertion.response_data'),
    text('SizeAssertion.size', chance.pick(['0', '5', '99'])),
    { name: 'SizeAssertion.operator', tag: 'intProp', value: '4' },
  ]);
