import type { NodeVitals } from '../domain/node.ts';
import type { ExecutionGenerator } from '../protocol/messages.ts';
import { noteGenerators, type ReportedGenerator } from '../store/executions.ts';
import { noteVitals } from '../store/nodes.ts';
import { addVitals } from '../store/vitals.ts';
import type { NodeContext } from './node-context.ts';

/** Stores the latest vitals and generator reports of all connected nodes once a second. Vitals are the heartbeat. */
export interface VitalsWriter {
  addVitals(nodeId: string, vitals: NodeVitals): void;
  addGenerator(nodeId: string, report: ExecutionGenerator): void;
  close(): Promise<void>;
}

const writeEveryMs = 1_000;
/** A slower write means that the database was unavailable. */
const slowWriteMs = 3_000;

export function createVitalsWriter({ database, clock, heartbeats, log }: NodeContext): VitalsWriter {
  const latestVitals = new Map<string, NodeVitals>();
  const generators = new Map<string, ReportedGenerator>();
  let writing: Promise<void> = Promise.resolve();

  async function write(batch: { nodeId: string; vitals: NodeVitals }[]): Promise<void> {
    const startedAt = performance.now();
    await noteVitals(database, batch);
    const reports = [...generators.values()];
    generators.clear();
    if (reports.length > 0) await noteGenerators(database, reports);
    await addVitals(database, Math.floor(clock.nowMs() / 1000), batch);
    if (performance.now() - startedAt > slowWriteMs) heartbeats.interrupted();
  }

  const timer = setInterval(() => {
    heartbeats.tick();
    if (latestVitals.size === 0) return;
    const batch = [...latestVitals].map(([nodeId, vitals]) => ({ nodeId, vitals }));
    latestVitals.clear();
    writing = writing
      .then(() => write(batch))
      .catch((error) => {
        heartbeats.interrupted();
        log.warn({ err: error }, 'heartbeats.store.failed');
      });
  }, writeEveryMs);

  return {
    addVitals: (nodeId, vitals) => latestVitals.set(nodeId, vitals),
    addGenerator: (nodeId, { executionId, ...report }) =>
      generators.set(executionId, { executionId, nodeId, report }),
    async close() {
      clearInterval(timer);
      await writing;
    },
  };
}
