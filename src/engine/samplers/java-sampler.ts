import { argumentsOf } from '../../jmx/arguments-of.ts';
import { elementProperty, textProperty } from '../../jmx/plan-tree.ts';
import { type ElementCompiler, noPackage, pending, type Sampler, type User } from '../core.ts';
import { Result } from '../state/result.ts';
import { SampleAlarm } from './sample-alarm.ts';

interface Sleep {
  ms: number;
  result: Result;
  /** Success of a sample that was not interrupted. */
  isSuccess: boolean;
}

/** JMeter's Java Request, for the two sample classes that ship with JMeter. */
export const javaSampler: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const args = argumentsOf(elementProperty(element, 'arguments')).map((each) => ({
    name: context.compile(each.name),
    value: context.compile(each.value),
  }));
  const begin = textProperty(element, 'classname').endsWith('.SleepTest') ? sleepTest : javaTest;
  // Of arguments with the same name, the first one counts.
  const read = (user: User) =>
    new Map(args.map((each) => [each.name.evaluate(user), each.value.evaluate(user)] as const).reverse());
  const sampler: Sampler = {
    kind: 'sampler',
    name,
    package: noPackage,
    sample(user) {
      // The name is evaluated first; functions in it affect the others.
      const label = name.evaluate(user);
      const { ms, result, isSuccess } = begin(read(user), label, user);
      const finish = () => {
        result.isSuccess = isSuccess && user.runner.nowMs() >= result.startMs + ms;
        result.endMs = user.runner.nowMs();
        return result;
      };
      result.startMs = user.runner.nowMs();
      if (ms <= 0) {
        return finish();
      }
      user.stateOf(SampleAlarm, () => new SampleAlarm(user)).setFor(result.startMs + ms, finish);
      return pending;
    },
    interrupt: (user) => user.stateOf(SampleAlarm, () => new SampleAlarm(user)).ring(),
  };
  return { sampler };
};

function javaTest(args: ReadonlyMap<string, string>, name: string, user: User): Sleep {
  const result = new Result();
  const samplerData = args.get('SamplerData') ?? '';
  const resultData = args.get('ResultData') ?? '';
  result.label = args.get('Label') || name;
  result.code = args.get('ResponseCode') ?? '';
  result.message = args.get('ResponseMessage') ?? '';
  if (samplerData !== '') {
    result.samplerData = samplerData;
  }
  result.sentBytes = samplerData.length;
  if (resultData !== '') {
    result.setTextBody(resultData);
  }
  result.dataType = 'text';
  const isSuccess = (args.get('Status') ?? 'OK').toUpperCase() === 'OK';
  const ms = sleepMs(user, decode(args.get('Sleep_Time'), 100), decode(args.get('Sleep_Mask'), 0xff));
  return { ms, result, isSuccess };
}

function sleepTest(args: ReadonlyMap<string, string>, name: string, user: User): Sleep {
  const result = new Result();
  result.label = name;
  const ms = sleepMs(user, decode(args.get('SleepTime'), 1000), decode(args.get('SleepMask'), 0x3ff));
  result.samplerData = `Sleep Test: time = ${ms}`;
  return { ms, result, isSuccess: true };
}

/** JMeter uses the clock as its random source here. */
function sleepMs(user: User, ms: number, mask: number): number {
  return ms > 0 && mask > 0 ? ms + (Math.floor(user.runner.nowMs()) % mask) : ms;
}

/** Java's Long.decode, or the default for invalid text. */
function decode(text: string | undefined, fallback: number): number {
  const match = /^([+-]?)(?:0[xX]([\da-fA-F]+)|#([\da-fA-F]+)|0([0-7]+)|(\d+))$/.exec(text?.trim() ?? '');
  if (!match) {
    return fallback;
  }
  const [, sign, hex, hash, octal, decimal] = match;
  const size =
    hex || hash
      ? Number.parseInt(hex ?? hash ?? '', 16)
      : octal
        ? Number.parseInt(octal, 8)
        : Number(decimal);
  return sign === '-' ? -size : size;
}
