import { setTimeout as sleep } from 'node:timers/promises';
import type { Life } from './life.ts';

const tries = 100;
const pauseMs = 100;
const never = new AbortController().signal;

/** Ends every process of the tool by force and waits until they are gone. Does nothing when there is none. */
export async function endTool(life: Pick<Life, 'tool' | 'toolExecution' | 'log'>): Promise<void> {
  const execution = life.toolExecution(never);
  for (let attempt = 0; attempt < tries; attempt++) {
    if (!(await life.tool.isRunning(execution))) return;
    if (attempt % 20 === 0) await life.tool.stop(execution, 'force');
    await sleep(pauseMs);
  }
  life.log.error({ executionId: execution.spec.executionId }, 'the tool does not end, even by force');
}
