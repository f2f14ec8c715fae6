import { textProperty } from '../../jmx/plan-tree.ts';
import { parseLong, toInt } from '../../languages/java/numbers.ts';
import { type ElementCompiler, noPackage, pending, type Sampler, type User } from '../core.ts';
import type { LogicalAction } from '../state/result.ts';
import { SampleAlarm } from './sample-alarm.ts';

const actions = { stop: 0, pause: 1, stopNow: 2 };
const test = 2;

const loopActions: Record<number, LogicalAction> = {
  3: 'next-thread-loop',
  4: 'next-current-loop',
  5: 'break-current-loop',
};

/** JMeter's Flow Control Action: pauses, stops or changes the enclosing loops, without a sample. */
export const testAction: ElementCompiler = (element, context) => {
  const action = toInt(textProperty(element, 'ActionProcessor.action'));
  const target = toInt(textProperty(element, 'ActionProcessor.target'));
  const duration = context.text(element, 'ActionProcessor.duration');
  const sampler: Sampler = {
    kind: 'sampler',
    name: context.compile(element.name),
    package: noPackage,
    sample(user) {
      if (action === actions.pause) {
        return pauseFor(user, parseLong(duration.evaluate(user)) ?? 0);
      }
      if (action === actions.stop || action === actions.stopNow) {
        for (let each: User | undefined = user; each !== undefined; each = each.trunk) {
          each.isRunning = false;
        }
        if (target === test) {
          user.runner.stopTest(action === actions.stopNow);
        }
      }
      user.action = loopActions[action] ?? user.action;
      return undefined;
    },
    interrupt: (user) => user.stateOf(SampleAlarm, () => new SampleAlarm(user)).ring(),
    timeOutSample: (user) => user.stateOf(SampleAlarm, () => new SampleAlarm(user)).ring(),
  };
  return { sampler };
};

/** Limited by the end of the user's schedule. */
function pauseFor(user: User, ms: number): typeof pending | undefined {
  const nowMs = user.runner.nowMs();
  const untilMs = Math.min(nowMs + ms, user.endsAtMs);
  if (untilMs <= nowMs) {
    return undefined;
  }
  user.stateOf(SampleAlarm, () => new SampleAlarm(user)).setFor(untilMs, () => undefined);
  return pending;
}
