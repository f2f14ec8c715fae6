import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import { exists } from '../lib/exists.ts';
import { heldFiles } from './held-files.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { ToolExecution } from './tool.ts';

const longestPauseMs = 100;

/** Resolves true when the tool holds at the barrier, false when it ended before. */
export async function awaitReady(
  execution: ToolExecution,
  sandbox: Sandbox,
  limit: { title: string; readyTimeoutMs: number },
): Promise<boolean> {
  const endMs = Date.now() + limit.readyTimeoutMs;
  const { ready } = heldFiles(execution.folders);
  let pauseMs = 10;
  while (Date.now() < endMs) {
    execution.signal.throwIfAborted();
    if (await exists(ready)) {
      return true;
    }
    if (!(await sandbox.isRunning(execution.folders))) {
      return exists(ready);
    }
    // Quick tools are seen at once; slow ones, which compile, are not slowed down by looking.
    await delay(pauseMs);
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.2);
  }
  const seconds = Math.round(limit.readyTimeoutMs / 1000);
  throw new AppError('plan_broken', `${limit.title} was not ready to start after ${seconds} s.`);
}
