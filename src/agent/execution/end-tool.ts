import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from './execution-context.ts';

const tries = 100;
const pauseMs = 100;
const never = new AbortController().signal;

/** Kills all processes of the tool and waits until they have exited. */
export async function endTool(
  context: Pick<ExecutionContext, 'tool' | 'toolExecution' | 'log'>,
): Promise<void> {
  const execution = context.toolExecution(never);
  for (let attempt = 0; attempt < tries; attempt++) {
    if (!(await context.tool.isRunning(execution))) return;
    if (attempt % 20 === 0) await context.tool.stop(execution, 'force');
    await sleep(pauseMs);
  }
  context.log.error({ executionId: execution.spec.executionId }, 'tool.kill.timed_out');
}
