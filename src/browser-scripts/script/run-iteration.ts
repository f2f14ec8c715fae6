import { describeFailure } from './errors/failure.ts';
import type { ScriptPlan, StepPlan } from './plan.ts';
import type { Recoveries } from './recoveries.ts';
import { runHooks } from './run-hooks.ts';
import { runStep, type StepContext } from './run-step.ts';
import { sleep } from './sleep.ts';

/** `stopped`: some steps did not run because the user was stopped. */
export type IterationEnd = 'passed' | 'failed' | 'restart' | 'stopped';

/** `continue`: the next step; the others end the iteration. */
type Verdict = 'continue' | 'halt' | 'failed' | 'restart';

/** Runs all steps of a script once, with their hooks and recoveries. */
export async function runIteration(
  plan: ScriptPlan,
  context: StepContext,
  recoveries: Recoveries,
): Promise<IterationEnd> {
  const { observer } = context.session.options;
  const isReady = await runHooks('beforeAll', plan.hooks.beforeAll, context);
  let verdict: Verdict = isReady ? 'continue' : 'halt';
  let isStopped = false;
  for (const step of plan.steps) {
    if (verdict === 'continue' && !context.session.options.stop.aborted) {
      verdict = await runAllTurns(step, plan, context, recoveries);
    } else if (verdict !== 'restart') {
      isStopped ||= verdict === 'continue';
      observer.onStepSkipped(step.name, step.kind === 'skip' ? 'skipped' : 'unexecuted');
    }
  }
  await runHooks('afterAll', plan.hooks.afterAll, context);
  if (isStopped) return 'stopped';
  if (verdict === 'restart') return 'restart';
  return verdict === 'failed' ? 'failed' : 'passed';
}

/** Runs a step once, or the requested number of times. */
async function runAllTurns(
  step: StepPlan,
  plan: ScriptPlan,
  context: StepContext,
  recoveries: Recoveries,
): Promise<Verdict> {
  const { session, iteration } = context;
  const { observer, stop } = session.options;
  if (step.kind === 'skip') return skip(() => observer.onStepSkipped(step.name, 'skipped'));
  if (step.kind === 'once' && iteration !== 1)
    return skip(() => observer.onStepSkipped(step.name, 'unexecuted'));
  for (let turn = 0; step.kind === 'while' || turn < step.count; turn += 1) {
    if (turn > 0 && (stop.aborted || (step.kind === 'while' && context.isOver()))) return 'continue';
    if (!(await runHooks('beforeEach', plan.hooks.beforeEach, context))) return 'halt';
    if (!(await isWanted(step, context))) {
      if (turn === 0) observer.onStepSkipped(step.name, 'unexecuted');
      return 'continue';
    }
    const verdict = await runRecovered(step, plan, context, recoveries);
    if (verdict !== 'continue') return verdict;
  }
  return 'continue';
}

function skip(report: () => void): Verdict {
  report();
  return 'continue';
}

async function isWanted(step: StepPlan, { session, browser, lines }: StepContext): Promise<boolean> {
  if (step.condition === null) return true;
  session.isInHook = true;
  try {
    const answer = Boolean(await step.condition(browser));
    return step.kind === 'unless' ? !answer : answer;
  } catch (error) {
    const { message } = describeFailure(error, lines);
    session.options.observer.onLog(
      'runner',
      'error',
      `The condition of step '${step.name}' failed: ${message}`,
    );
    return false;
  } finally {
    session.isInHook = false;
  }
}

/** Runs a step, and again while its recovery requests a retry. */
async function runRecovered(
  step: StepPlan,
  plan: ScriptPlan,
  context: StepContext,
  recoveries: Recoveries,
): Promise<Verdict> {
  const { stepDelay } = context.session.base;
  const { stop } = context.session.options;
  for (;;) {
    const isPassed = await runStep(step, context);
    const answer = isPassed ? 'none' : await recoveries.recover(step, context);
    const isReady = await runHooks('afterEach', plan.hooks.afterEach, context);
    if (answer === 'unrecovered') return 'failed';
    if (answer === 'restart') return 'restart';
    if (!isReady) return 'halt';
    if (isPassed) await sleep(stepDelay, stop);
    if (answer !== 'retry' || stop.aborted) return 'continue';
  }
}
