import { textProperty } from '../../jmx/plan-tree.ts';
import { parseLong } from '../../languages/java/numbers.ts';
import { type ElementCompiler, noPackage, pending, type Sampler, type User } from '../core.ts';
import { Result } from '../state/result.ts';
import { SampleAlarm } from './sample-alarm.ts';

/** jp@gc's Dummy Sampler: a sample with values from the plan, without a request. */
export const dummySampler: ElementCompiler = (element, context) => {
  const name = context.compile(element.name);
  const text = (property: string) => context.text(element, property);
  const [code, message, url] = [text('RESPONSE_CODE'), text('RESPONSE_MESSAGE'), text('URL')];
  const [request, response, success] = [text('REQUEST_DATA'), text('RESPONSE_DATA'), text('SUCCESFULL')];
  const [time, latency, connect] = [text('RESPONSE_TIME'), text('LATENCY'), text('CONNECT')];
  const isWaiting = textProperty(element, 'WAITING').toLowerCase() === 'true';
  const fill = (result: Result, user: User): Result => {
    result.label = name.evaluate(user);
    result.samplerData = request.evaluate(user);
    result.code = code.evaluate(user);
    result.message = message.evaluate(user);
    result.isSuccess = success.evaluate(user).toLowerCase() === 'true';
    result.dataType = 'text';
    // No charset, which is visible in results files.
    result.setDecodedBody(response.evaluate(user));
    const address = url.evaluate(user);
    result.url = /^(https?|ftp|file):/.test(address) ? address : '';
    result.latencyMs = parseLong(latency.evaluate(user)) ?? 0;
    result.connectMs = parseLong(connect.evaluate(user)) ?? 0;
    return result;
  };
  const sampler: Sampler = {
    kind: 'sampler',
    name,
    package: noPackage,
    sample(user) {
      const result = new Result();
      const takesMs = parseLong(time.evaluate(user)) ?? 0;
      result.startMs = user.runner.nowMs();
      if (!isWaiting || takesMs <= 0) {
        result.endMs = result.startMs + (isWaiting ? 0 : takesMs);
        return fill(result, user);
      }
      user
        .stateOf(SampleAlarm, () => new SampleAlarm(user))
        .setFor(result.startMs + takesMs, () => {
          result.endMs = user.runner.nowMs();
          return fill(result, user);
        });
      return pending;
    },
    interrupt: (user) => user.stateOf(SampleAlarm, () => new SampleAlarm(user)).ring(),
  };
  return { sampler };
};
