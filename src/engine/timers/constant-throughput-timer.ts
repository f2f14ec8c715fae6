import { textProperty } from '../../jmx/plan-tree.ts';
import { parseJavaDouble } from '../../languages/java/java-double.ts';
import { toInt } from '../../languages/java/numbers.ts';
import type { ElementCompiler, User } from '../core.ts';
import type { SharedNumber, SharedNumbers } from '../state/shared-numbers.ts';

const modes = [
  'this thread only',
  'all active threads',
  'all active threads in current thread group',
  'all active threads (shared)',
  'all active threads in current thread group (shared)',
];

/** Largest spacing: there is no next sample. */
const never = Number.MAX_SAFE_INTEGER;

/** JMeter's ConstantThroughputTimer: samples per minute, in five modes. */
export const constantThroughputTimer: ElementCompiler = (element, context) => {
  const throughput = context.text(element, 'throughput');
  const written = textProperty(element, 'calcMode');
  const mode = modes.includes(written) ? modes.indexOf(written) : toInt(written);
  const { numbers } = context;
  const key = {};
  return {
    timer: {
      delayMs(user) {
        const state = user.stateOf(key, () => ({ previousMs: 0 }));
        const nowMs = Math.floor(user.runner.nowMs());
        const perMinute = parseJavaDouble(throughput.evaluate(user)) ?? 0;
        const targetMs = state.previousMs + spacing(user, mode, 60_000 / perMinute, numbers);
        state.previousMs = Math.max(nowMs, targetMs);
        return nowMs > targetMs ? 0 : targetMs - nowMs;
      },
    },
  };
};

function spacing(user: User, mode: number, msPerSample: number, numbers: SharedNumbers): number {
  const round = (ms: number) => Math.min(never, Math.round(ms));
  switch (mode) {
    case 1:
      return round(user.runner.activeUsers * msPerSample);
    case 2:
      return round(user.group.activeUsers * msPerSample);
    case 3:
      return takeTurn(user, numbers.at('rate of all'), round(msPerSample));
    case 4:
      return takeTurn(
        user,
        numbers.at(`rate of ${user.group.number} ${user.group.name}`),
        round(msPerSample),
      );
    default:
      return round(msPerSample);
  }
}

/** In these modes JMeter shares one rate between all timers of the same mode. */
function takeTurn(user: User, rate: SharedNumber, msPerSample: number): number {
  const nowMs = Math.floor(user.runner.nowMs());
  return rate.hold((lastScheduled) => {
    const atMs = Math.max(nowMs, (lastScheduled.value ?? 0) + msPerSample);
    lastScheduled.value = atMs;
    return Math.max(atMs - nowMs, 0);
  });
}
