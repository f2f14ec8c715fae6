/** One of the threads that share the users of a plan; see worker-pool.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { guardRegexes } from '../text/guard-regexes.ts';
import type { BarrierResult } from '../users/worker-context.ts';
import { EngineWorker } from './engine-worker.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

const port = parentPort;
if (!port) {
  throw new Error('This is started as a thread of the engine.');
}
const { engine, memory, index, count } = workerData as ThreadData;
const tell = (message: FromThread) => port.postMessage(message);
let onBarrier: ((barrier: BarrierResult) => void) | undefined;
/** Told once for each way of stopping, however many users say so. */
let toldOfStop: 'no' | 'in order' | 'at once' = 'no';

guardRegexes();
const worker = makeWorker();
process.on('uncaughtException', (error) => {
  worker?.log.write('error', error.stack ?? error.message);
  worker?.samples.flush();
  tell({ kind: 'failed', reason: error.message });
  process.exit(1);
});
if (worker) {
  port.on('message', (message: ToThread) => receive(worker, message));
  tell({ kind: 'ready' });
}

function makeWorker(): EngineWorker | undefined {
  try {
    return new EngineWorker({
      engine,
      memory,
      place: { index, count, awaitBarrier },
      onStop: tellOfStop,
      onProperty: (name, value) => tell({ kind: 'property', name, value }),
      onRefusal: (reason) => tell({ kind: 'refusal', reason }),
      onWarning: (sentence) => tell({ kind: 'warning', sentence }),
      onLoad: (report) => tell({ kind: 'load', report }),
    });
  } catch (error) {
    tell({ kind: 'broken', reason: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

function awaitBarrier(variables?: ReadonlyMap<string, string>): Promise<BarrierResult> {
  return new Promise((resolve) => {
    onBarrier = resolve;
    tell({ kind: 'arrived', variables });
  });
}

function tellOfStop(isAtOnce: boolean): void {
  if (toldOfStop === 'no' || (isAtOnce && toldOfStop === 'in order')) {
    toldOfStop = isAtOnce ? 'at once' : 'in order';
    tell({ kind: 'stop', isAtOnce });
  }
}

function receive(each: EngineWorker, message: ToThread): void {
  switch (message.kind) {
    case 'begin':
      begin(each, message.clockOffsetMs);
      return;
    case 'met':
      onBarrier?.(message);
      return;
    case 'property':
      each.applyRemoteProperty(message.name, message.value);
      return;
    case 'stop':
      each.stop(message.isAtOnce);
      return;
    case 'break off':
      each.breakOff();
      return;
    case 'leave':
      each.samples.finish();
      each.close();
      process.exit(0);
  }
}

function begin(each: EngineWorker, clockOffsetMs: number): void {
  each.run(clockOffsetMs).then(
    (load) => {
      const { samples, brokenOff } = each;
      each.close();
      tell({ kind: 'ended', load, samples: samples.count, brokenOff, isLost: samples.isLost });
      port?.close();
    },
    (error: unknown) => {
      // As anything else that nobody caught.
      setImmediate(() => {
        throw error;
      });
    },
  );
}
