import { isGroup, usersOf } from './estimate-users.ts';
import { KnownNumbers } from './known-numbers.ts';
import { type PlanElement, textProperty } from './plan-tree.ts';

/** Samples of one iteration, and the pauses of their timers and of Flow Control Actions. */
interface Iteration {
  samples: number;
  pauseMs: number;
}

/** Groups that run before or after all others. */
const runsOnce = ['SetupThreadGroup', 'PostThreadGroup'];

/**
 * Approximate maximum of samples per second: each user repeats its group, and only timers and pauses take time.
 * Infinity without known pauses or with an unknown number of users. Inner loops and conditions count once.
 */
export function estimateRate(plan: PlanElement, properties: Readonly<Record<string, string>>): number {
  const numbers = new KnownNumbers(plan, properties);
  const visit = (element: PlanElement, outerPauseMs: number): number => {
    if (!element.isEnabled) {
      return 0;
    }
    if (element.kind === 'Arguments') {
      numbers.addVariables(element);
    }
    if (isGroup(element)) {
      if (runsOnce.includes(element.kind)) {
        return 0;
      }
      const users = usersOf(element, numbers);
      return rateOf(users, iterationOf(element, outerPauseMs, numbers));
    }
    const pauseMs = outerPauseMs + pauseInScope(element, numbers);
    return element.children.reduce((sum, child) => sum + visit(child, pauseMs), 0);
  };
  return visit(plan, 0);
}

function rateOf(users: number, { samples, pauseMs }: Iteration): number {
  if (users === 0) {
    return 0;
  }
  return samples === 0 || pauseMs === 0 ? Number.POSITIVE_INFINITY : (1000 * users * samples) / pauseMs;
}

function iterationOf(element: PlanElement, outerPauseMs: number, numbers: KnownNumbers): Iteration {
  const scopePauseMs = outerPauseMs + pauseInScope(element, numbers);
  const total: Iteration = isSampler(element)
    ? { samples: 1, pauseMs: scopePauseMs }
    : { samples: 0, pauseMs: actionPause(element, numbers) };
  for (const child of element.children) {
    if (child.isEnabled && !isSampler(element)) {
      const inner = iterationOf(child, scopePauseMs, numbers);
      total.samples += inner.samples;
      total.pauseMs += inner.pauseMs;
    }
  }
  return total;
}

const isSampler = ({ kind }: PlanElement) => /Sampler(Proxy|2)?$/.test(kind);

/** Pause of the timers beside an element's samplers, or below a sampler. */
function pauseInScope(element: PlanElement, numbers: KnownNumbers): number {
  return element.children.reduce((sum, child) => sum + (child.isEnabled ? timerPause(child, numbers) : 0), 0);
}

/** Mean pause in milliseconds; 0 if unknown. */
function timerPause(timer: PlanElement, numbers: KnownNumbers): number {
  const value = (name: string) => numbers.numberOf(textProperty(timer, name)) ?? 0;
  switch (timer.kind) {
    case 'ConstantTimer':
    case 'GaussianRandomTimer':
      return value('ConstantTimer.delay');
    case 'UniformRandomTimer':
      return value('ConstantTimer.delay') + value('RandomTimer.range') / 2;
    case 'PoissonRandomTimer':
      return value('ConstantTimer.delay') + value('RandomTimer.range');
    default:
      return 0;
  }
}

const pauseAction = '1';

function actionPause(element: PlanElement, numbers: KnownNumbers): number {
  const isPause =
    element.kind === 'TestAction' && textProperty(element, 'ActionProcessor.action') === pauseAction;
  return isPause ? (numbers.numberOf(textProperty(element, 'ActionProcessor.duration')) ?? 0) : 0;
}
