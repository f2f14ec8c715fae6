import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import { exists } from '../lib/exists.ts';
import { heldFiles } from './held-files.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { ToolExecution } from './tool.ts';

const maxPauseMs = 100;

/** Resolves true when the tool has reached the barrier, false when it exited before. */
export async function awaitReady(
  execution: ToolExecution,
  sandbox: Sandbox,
  limit: { title: string; readyTimeoutMs: number },
): Promise<boolean> {
  const endMs = performance.now() + limit.readyTimeoutMs;
  const { ready } = heldFiles(execution.folders);
  let pauseMs = 10;
  while (performance.now() < endMs) {
    execution.signal.throwIfAborted();
    if (await exists(ready)) {
      return true;
    }
    if (!(await sandbox.isRunning(execution.folders))) {
      return exists(ready);
    }
    // Growing pauses: fast tools are detected at once, and polling does not slow down compilers.
    await delay(pauseMs);
    pauseMs = Math.min(maxPauseMs, pauseMs * 1.2);
  }
  const seconds = Math.round(limit.readyTimeoutMs / 1000);
  throw new AppError('plan_broken', `${limit.title} was not ready after ${seconds} s.`);
}
