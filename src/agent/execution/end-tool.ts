import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from './execution-context.ts';

const tries = 100;
const pauseMs = 100;
const never = new AbortController().signal;

/** Ends every process of the tool by force and waits until they are gone. Does nothing when there is none. */
export async function endTool(
  context: Pick<ExecutionContext, 'tool' | 'toolExecution' | 'log'>,
): Promise<void> {
  const execution = context.toolExecution(never);
  for (let attempt = 0; attempt < tries; attempt++) {
    if (!(await context.tool.isRunning(execution))) return;
    if (attempt % 20 === 0) await context.tool.stop(execution, 'force');
    await sleep(pauseMs);
  }
  context.log.error({ executionId: execution.spec.executionId }, 'the tool does not end, even by force');
}
