import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import { exists } from '../lib/exists.ts';
import { heldFiles } from './held-files.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { ToolExecution } from './tool.ts';

/** Resolves true when the tool holds at the barrier, false when it ended before. */
export async function awaitReady(
  execution: ToolExecution,
  sandbox: Sandbox,
  limit: { title: string; readyTimeoutMs: number },
): Promise<boolean> {
  const endMs = Date.now() + limit.readyTimeoutMs;
  const { ready } = heldFiles(execution.folders);
  while (Date.now() < endMs) {
    execution.signal.throwIfAborted();
    if (await exists(ready)) {
      return true;
    }
    if (!(await sandbox.isRunning(execution.folders))) {
      return exists(ready);
    }
    await delay(10);
  }
  const seconds = Math.round(limit.readyTimeoutMs / 1000);
  throw new AppError('plan_broken', `${limit.title} was not ready to start after ${seconds} s.`);
}
