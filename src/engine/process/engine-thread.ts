/** Entry point of one worker thread; see worker-pool.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { guardRegexes } from '../../languages/oro-regex/guard-regexes.ts';
import type { BarrierResult } from '../scheduler/worker-context.ts';
import { EngineWorker } from './engine-worker.ts';
import { PropertyBatch } from './property-batch.ts';
import { releaseMemory } from './release-memory.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

const port = parentPort;
if (!port) {
  throw new Error('engine-thread.ts must run as a worker thread.');
}
const { engine, plan, memory, index, count } = workerData as ThreadData;
const send = (message: FromThread) => port.postMessage(message);
const properties = new PropertyBatch((values) => send({ kind: 'properties', values }));
let onBarrier: ((barrier: BarrierResult) => void) | undefined;
/** Each kind of stop is reported once. */
let reportedStop: 'no' | 'in order' | 'at once' = 'no';

guardRegexes();
const worker = makeWorker();
process.on('uncaughtException', (error) => {
  worker?.log.write('error', error.stack ?? error.message);
  worker?.samples.flush();
  send({ kind: 'failed', reason: error.message });
  process.exit(1);
});
if (worker) {
  port.on('message', (message: ToThread) => receive(worker, message));
  releaseMemory();
  send({ kind: 'ready' });
}

function makeWorker(): EngineWorker | undefined {
  try {
    return new EngineWorker({
      engine,
      plan,
      memory,
      place: { index, count, awaitBarrier },
      onStop: reportStop,
      onProperty: (name, value) => properties.add(name, value),
      onRefusal: (reason) => send({ kind: 'refusal', reason }),
      onWarning: (sentence) => send({ kind: 'warning', sentence }),
      onLoad: (report) => send({ kind: 'load', report }),
    });
  } catch (error) {
    send({ kind: 'compile-failed', reason: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}

function awaitBarrier(variables?: ReadonlyMap<string, string>): Promise<BarrierResult> {
  return new Promise((resolve) => {
    onBarrier = resolve;
    properties.flush();
    send({ kind: 'at-barrier', variables });
  });
}

function reportStop(isAtOnce: boolean): void {
  if (reportedStop === 'no' || (isAtOnce && reportedStop === 'in order')) {
    reportedStop = isAtOnce ? 'at once' : 'in order';
    send({ kind: 'stop', isAtOnce });
  }
}

function receive(engineWorker: EngineWorker, message: ToThread): void {
  switch (message.kind) {
    case 'start':
      start(engineWorker, message.clockOffsetMs);
      return;
    case 'barrier-released':
      onBarrier?.(message);
      return;
    case 'properties':
      for (const [name, value] of message.values) {
        properties.forget(name);
        engineWorker.applyRemoteProperty(name, value);
      }
      return;
    case 'control':
      engineWorker.control(message.control);
      return;
    case 'stop':
      engineWorker.stop(message.isAtOnce);
      return;
    case 'abort-in-flight':
      engineWorker.abortInFlight();
      return;
    case 'shut-down':
      engineWorker.samples.finish();
      engineWorker.close();
      process.exit(0);
  }
}

function start(engineWorker: EngineWorker, clockOffsetMs: number): void {
  engineWorker.run(clockOffsetMs).then(
    (load) => {
      const { samples, abortedInFlight } = engineWorker;
      engineWorker.close();
      properties.flush();
      send({ kind: 'ended', load, abortedInFlight, isLost: samples.isLost });
      port?.close();
    },
    (error: unknown) => {
      // Handled by the uncaughtException listener.
      setImmediate(() => {
        throw error;
      });
    },
  );
}
