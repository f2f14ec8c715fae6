import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group } from '../testing/plan.ts';

const calls = [
  '${__RandomDate(yyyy-MM-dd,2024-02-28,2024-02-29)}',
  '${__RandomDate(yyyy-MM-dd,2024-02-28,2024-02-29,en)}',
  '${__env(SPATE_NONE,unset)} ${unset}',
  '${__log(a,WARN,oops)}',
  '${__logn(quiet,WARN)}|',
  '${__longSum(1,2)}',
  '${__lowercase(ÄBC)}',
  '${__uppercase(äbc,up)} ${up}',
];

export const cases: DifferentialCase[] = [
  ...calls.map(
    (call): DifferentialCase => ({
      name: `a call as ${call.slice(2)}`,
      plan: [group({ loops: 2 }, debug(call))],
    }),
  ),
  {
    name: '__samplerName into a variable',
    plan: [
      group(
        { loops: 2 },
        element('kg.apc.jmeter.samplers.DummySampler', 'named', {
          ...{ WAITING: false, SUCCESFULL: true, RESPONSE_CODE: '200', RESPONSE_MESSAGE: 'OK' },
          ...{ RESPONSE_DATA: '${__samplerName(name)} ${name}', RESPONSE_TIME: '0' },
        }),
        debug('${name}'),
      ),
    ],
  },
];
