import type { PlanElement } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import { replaceInPlan } from '../compile/replace-in-plan.ts';
import type { Environment, Listener } from '../core.ts';
import { textFunctions } from '../functions/functions.ts';
import { PlanRun } from '../scheduler/plan-run.ts';
import type { Result } from '../state/result.ts';
import { VariableNames } from '../state/variables.ts';
import type { Clock } from '../time/clock.ts';
import { makeClock } from './make-clock.ts';

interface RunPlanOptions {
  clock?: Clock;
  /** Replaces parts of the usual environment. */
  environment?: Partial<Environment>;
  /** Called before the run. */
  prepare?(run: PlanRun): unknown;
  /** Also receives each sample. */
  recorder?: Pick<Listener, 'sampleOccurred'>;
  onSample?(label: string, run: PlanRun): unknown;
}

/** Runs a plan to its end, with the clock of `makeClock` unless another is given. */
export async function runPlan(plan: string, options: RunPlanOptions = {}) {
  const { clock = makeClock(), environment = {}, prepare, recorder, onSample } = options;
  const { filesFolder = '.' } = environment;
  const [root] = readJmx('plan.jmx', Buffer.from(plan)).roots;
  const samples: Result[] = [];
  const refusals: string[] = [];
  const warnings: string[] = [];
  const log: string[] = [];
  const run: PlanRun = new PlanRun(replaceInPlan(root as PlanElement, { filesFolder }), {
    environment: {
      nowMs: clock.nowMs,
      cachedNowMs: clock.cachedNowMs,
      wheelTimer: clock.wheelTimer,
      random: Math.random,
      userAgent: '',
      planName: 'plan.jmx',
      properties: new Map(),
      functions: textFunctions,
      variableNames: new VariableNames(),
      filesFolder,
      log: (_level, text) => log.push(text),
      ...environment,
    },
    recorder: {
      sampleOccurred: (result, user, isTransaction) => {
        samples.push(result);
        recorder?.sampleOccurred(result, user, isTransaction);
        onSample?.(result.label, run);
      },
    },
    onRefusal: (reason) => refusals.push(reason),
    onWarning: (sentence) => warnings.push(sentence),
  });
  try {
    await prepare?.(run);
    await run.run();
  } finally {
    clock.stop();
  }
  return { samples, labels: samples.map(({ label }) => label), refusals, warnings, log };
}
