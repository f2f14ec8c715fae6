import { parentPort, type Transferable } from 'node:worker_threads';
import type { TaskAnswer } from './worker-pool.ts';

export interface TaskResult {
  value: unknown;
  /** Buffers to transfer instead of copy. */
  transfer?: Transferable[];
}

/** Handles the tasks of a WorkerPool in a worker thread. Errors of `handle` must be cloneable. */
export function serveTasks(handle: (message: unknown) => Promise<TaskResult>): void {
  const port = parentPort;
  if (!port) throw new Error('serveTasks must be called in a worker thread.');
  port.on('message', async (message: unknown) => {
    let answer: TaskAnswer;
    let transfer: Transferable[] = [];
    try {
      const result = await handle(message);
      answer = { value: result.value };
      transfer = result.transfer ?? [];
    } catch (error) {
      answer = { error };
    }
    port.postMessage(answer, transfer);
  });
}
