import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, planWith, transaction, type Value, variables, withXml } from '../testing/plan.ts';

const dummy = (name: string, more: Record<string, Value> = {}) =>
  element('kg.apc.jmeter.samplers.DummySampler', name, {
    WAITING: true,
    SUCCESFULL: true,
    RESPONSE_CODE: '200',
    RESPONSE_MESSAGE: 'OK',
    REQUEST_DATA: 'request',
    RESPONSE_DATA: 'response',
    RESPONSE_TIME: '5',
    LATENCY: '2',
    CONNECT: '1',
    URL: '',
    RESULT_CLASS: 'org.apache.jmeter.samplers.SampleResult',
    ...more,
  });

function java(name: string, className: string, args: Record<string, string>) {
  const each = element('JavaSampler', name, {
    classname: `org.apache.jmeter.protocol.java.test.${className}`,
  });
  return withXml(
    { ...each, guiClass: 'JavaTestSamplerGui' },
    `<elementProp name="arguments" elementType="Arguments">${variables(args).properties}</elementProp>`,
  );
}

const quick = { Sleep_Time: '0', Sleep_Mask: '0' };

export const cases: DifferentialCase[] = [
  {
    name: 'kg.apc.jmeter.samplers.DummySampler with everything it can say',
    plan: planWith(
      {},
      { x: 'ex', no: 'false' },
      group(
        { loops: 2 },
        dummy('plain'),
        dummy('named ${x}', {
          RESPONSE_DATA: 'é ${x}\nline',
          REQUEST_DATA: '${x}',
          URL: 'http://example.com/${x}',
        }),
        dummy('bad', { SUCCESFULL: false, RESPONSE_CODE: '500', RESPONSE_MESSAGE: 'no ${x}' }),
        dummy('by a variable', { SUCCESFULL: '${no}' }),
        dummy('no wait', { WAITING: false, RESPONSE_TIME: '90000' }),
        dummy('nonsense', { RESPONSE_TIME: 'x', LATENCY: '', CONNECT: 'y', URL: 'nowhere' }),
        transaction('T', true, dummy('a'), dummy('b', { SUCCESFULL: false })),
      ),
    ),
  },
  {
    name: 'kg.apc.jmeter.samplers.DummySampler takes its time',
    plan: [
      group(
        { loops: 3 },
        dummy('slow', { RESPONSE_TIME: '100' }),
        dummy('told', { WAITING: false, RESPONSE_TIME: '70000' }),
      ),
    ],
    summarize: (samples) =>
      samples.map(({ label, startMs, endMs }) => {
        const ms = Math.round(endMs - startMs);
        return `${label} ${ms >= 99 && ms < 3000 ? 'about 100' : ms}`;
      }),
  },
  {
    name: 'JavaSampler with JavaTest',
    plan: planWith(
      {},
      { x: 'ex' },
      group(
        { loops: 2 },
        java('java ${x}', 'JavaTest', quick),
        java('java', 'JavaTest', {
          ...quick,
          Label: 'label ${x}',
          ResponseCode: '201',
          ResponseMessage: 'made',
          Status: 'ok',
          SamplerData: 'sent ${x}',
          ResultData: 'got ${x}',
        }),
        java('bad', 'JavaTest', { ...quick, Status: 'KO', Sleep_Time: '010', Sleep_Mask: '0x0' }),
      ),
    ),
  },
  {
    name: 'JavaSampler with SleepTest',
    plan: [group({ loops: 2 }, java('sleep', 'SleepTest', { SleepTime: '20', SleepMask: '0x0' }))],
  },
];
