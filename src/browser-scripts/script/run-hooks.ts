import { describeFailure } from './errors/failure.ts';
import type { HookKind, HookPlan } from './plan.ts';
import type { StepContext } from './run-step.ts';
import { sleep } from './sleep.ts';

/** Runs the hooks of a kind in order. False when one failed or took too long: then the steps that follow do not run. */
export async function runHooks(kind: HookKind, hooks: HookPlan[], context: StepContext): Promise<boolean> {
  const { session, lines } = context;
  session.isInHook = true;
  try {
    for (const hook of hooks) await runHook(hook, context);
    return true;
  } catch (error) {
    session.options.observer.onLog(
      'runner',
      'error',
      `${kind} failed: ${describeFailure(error, lines).message}`,
    );
    return false;
  } finally {
    session.isInHook = false;
  }
}

async function runHook({ fn, timeoutMs }: HookPlan, { browser, row }: StepContext): Promise<void> {
  const done = new AbortController();
  const late = sleep(timeoutMs, done.signal).then(() => {
    if (!done.signal.aborted) throw new Error(`It did not end within ${timeoutMs} ms`);
  });
  const work = (async () => fn(browser, row))();
  await Promise.race([work, late]).finally(() => done.abort());
}
