import type { Making } from './making.ts';
import { flag, node, type PlanNode, text } from './plan-data.ts';
import { randomHttpSampler } from './random-http.ts';
import { randomCondition, randomText } from './random-texts.ts';
import { randomScript } from './scripts/random-scripts.ts';

export function randomSampler(making: Making): PlanNode {
  return making.chance.weigh(
    [4, () => randomDebug(making)],
    [making.hasDummies ? 3 : 0, () => randomDummy(making)],
    [5, () => randomHttpSampler(making)],
    [1, () => randomJava(making)],
    [2, () => randomAction(making)],
    [making.hasParallels ? 0 : 4, () => randomScript(making, 'Sampler')],
  );
}

function sampleName(making: Making): string {
  const { chance } = making;
  const unique = `s${making.count()}`;
  return chance.is(0.5) ? unique : `${unique} ${randomText({ ...making, hasUser: false })}`;
}

const randomDebug = (making: Making): PlanNode =>
  node('DebugSampler', sampleName(making), [
    flag('displayJMeterProperties', false),
    flag('displayJMeterVariables', making.isVague && making.chance.is(0.5)),
    flag('displaySystemProperties', false),
  ]);

function randomDummy(making: Making): PlanNode {
  const { chance } = making;
  const data = chance.pick([
    randomText(making),
    '{"id":7,"name":"${a}","tags":["a","b"],"books":[{"title":"T","price":11}]}',
    'token=abc; token=${word};',
    '',
  ]);
  return node('kg.apc.jmeter.samplers.DummySampler', sampleName(making), [
    flag('WAITING', chance.is(0.2)),
    chance.is(0.8)
      ? flag('SUCCESFULL', chance.is(0.6))
      : text('SUCCESFULL', chance.pick(['${no}', 'true', '${a}'])),
    text('RESPONSE_CODE', chance.pick(['200', '500', '', '${n3}04'])),
    text('RESPONSE_MESSAGE', chance.pick(['OK', '', randomText(making)])),
    text('REQUEST_DATA', randomText(making)),
    text('RESPONSE_DATA', data),
    text('RESPONSE_TIME', chance.pick(['0', '1', '${n1}'])),
    text('LATENCY', '0'),
    text('CONNECT', '0'),
    text('URL', chance.pick(['', '', 'http://example.com/${word}'])),
    text('RESULT_CLASS', 'org.apache.jmeter.samplers.SampleResult'),
  ]);
}

function randomJava(making: Making): PlanNode {
  const { chance } = making;
  const values = {
    Sleep_Time: '0',
    Sleep_Mask: '0',
    Label: chance.pick(['', randomText(making)]),
    ResponseCode: chance.pick(['', '201']),
    ResponseMessage: chance.pick(['', randomText(making)]),
    Status: chance.pick(['OK', 'OK', 'KO']),
    SamplerData: chance.pick(['', randomText(making)]),
    ResultData: chance.pick(['', randomText(making)]),
  };
  const items = Object.entries(values).map(([name, value]) => ({
    name,
    kind: 'Argument',
    properties: [text('Argument.name', name), text('Argument.value', value), text('Argument.metadata', '=')],
  }));
  return {
    ...node('JavaSampler', sampleName(making), [
      text('classname', 'org.apache.jmeter.protocol.java.test.JavaTest'),
      { name: 'arguments', kind: 'Arguments', properties: [{ name: 'Arguments.arguments', items }] },
    ]),
    guiClass: 'JavaTestSamplerGui',
  };
}

/** A flow control action, mostly with a condition: otherwise most steps after it would never run. */
function randomAction(making: Making): PlanNode {
  const { chance } = making;
  const [action, target, duration] = chance.weigh<readonly [string, string, string]>(
    [2, () => ['1', '0', chance.pick(['0', '1', '', '${n1}', 'x'])]],
    [2, () => ['3', '0', '0']],
    [2, () => ['4', '0', '0']],
    [2, () => ['5', '0', '0']],
    [1, () => [chance.pick(['0', '2']), '0', '0']],
    [making.mayStopTest ? 1 : 0, () => [chance.pick(['0', '2']), '2', '0']],
  );
  const each = node('TestAction', `act${making.count()}`, [
    { name: 'ActionProcessor.action', tag: 'intProp', value: action },
    { name: 'ActionProcessor.target', tag: 'intProp', value: target },
    text('ActionProcessor.duration', duration),
  ]);
  return action === '1' || chance.is(0.2)
    ? each
    : node(
        'IfController',
        `if${making.count()}`,
        [
          text('IfController.condition', randomCondition(making)),
          flag('IfController.useExpression', true),
          flag('IfController.evaluateAll', false),
        ],
        [each],
      );
}
