import { textProperty } from '../../plans/jmeter/plan-tree.ts';
import type { ElementCompiler, GroupRun, User } from '../core.ts';
import { parseJavaDouble } from '../expressions/java-double.ts';
import { toInt } from '../text/numbers.ts';

/** What the users that share a rate have agreed on. */
interface Rate {
  lastScheduledMs: number;
}

/** Of all timers with these modes, for JMeter keeps them once. */
class SharedRates {
  readonly all: Rate = { lastScheduledMs: 0 };
  readonly groups = new Map<GroupRun, Rate>();
}

const modes = [
  'this thread only',
  'all active threads',
  'all active threads in current thread group',
  'all active threads (shared)',
  'all active threads in current thread group (shared)',
];

/** Never, in milliseconds. */
const never = Number.MAX_SAFE_INTEGER;

/** JMeter's ConstantThroughputTimer: samples a minute, in its five modes. */
export const constantThroughputTimer: ElementCompiler = (element, context) => {
  const throughput = context.text(element, 'throughput');
  const written = textProperty(element, 'calcMode');
  const mode = modes.includes(written) ? modes.indexOf(written) : toInt(written);
  const rates = context.shared(SharedRates, () => new SharedRates());
  const key = {};
  return {
    timer: {
      delayMs(user) {
        const state = user.keep(key, () => ({ previousMs: 0 }));
        const nowMs = Math.floor(user.runner.nowMs());
        const perMinute = parseJavaDouble(throughput.evaluate(user)) ?? 0;
        const targetMs = state.previousMs + spacing(user, mode, 60_000 / perMinute, rates);
        state.previousMs = Math.max(nowMs, targetMs);
        return nowMs > targetMs ? 0 : targetMs - nowMs;
      },
    },
  };
};

function spacing(user: User, mode: number, msPerSample: number, rates: SharedRates): number {
  const round = (ms: number) => Math.min(never, Math.round(ms));
  switch (mode) {
    case 1:
      return round(user.runner.activeUsers * msPerSample);
    case 2:
      return round(user.group.activeUsers * msPerSample);
    case 3:
      return takeTurn(user, rates.all, round(msPerSample));
    case 4: {
      const rate = rates.groups.get(user.group) ?? { lastScheduledMs: 0 };
      rates.groups.set(user.group, rate);
      return takeTurn(user, rate, round(msPerSample));
    }
    default:
      return round(msPerSample);
  }
}

function takeTurn(user: User, rate: Rate, msPerSample: number): number {
  const nowMs = Math.floor(user.runner.nowMs());
  rate.lastScheduledMs = Math.max(nowMs, rate.lastScheduledMs + msPerSample);
  return Math.max(rate.lastScheduledMs - nowMs, 0);
}
