import { parentPort, type Transferable } from 'node:worker_threads';
import type { TaskAnswer } from './worker-pool.ts';

export interface TaskResult {
  value: unknown;
  /** Buffers that are handed over instead of copied. */
  transfer?: Transferable[];
}

/** Answers the tasks of a WorkerPool in a worker thread. What `handle` throws must survive structured cloning. */
export function serveTasks(handle: (message: unknown) => Promise<TaskResult>): void {
  const port = parentPort;
  if (!port) throw new Error('serveTasks runs in a worker thread only.');
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
