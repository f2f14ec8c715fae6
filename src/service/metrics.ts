import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { openRunPhases } from '../domain/run.ts';
import {
  jobStates,
  openGridStatuses,
  presentNodeStates,
  type ServiceFigures,
} from '../domain/service-figures.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../store/database.ts';
import { readServiceFigures } from '../store/service-figures.ts';
import { createMetricsPage, type MetricsPage } from '../telemetry/metrics-page.ts';

export interface ServiceMetricsOptions {
  registry: Registry;
  database: Database;
  log: Log;
  /** Connections of nodes to this service. */
  nodeConnections(): number;
  /** Bytes of received frames that are not stored yet. */
  pendingFrameBytes(): number;
  /** Maximum time that a rendering waits for the database. */
  databaseLimitMs?: number;
}

/** The metrics page of the service. Figures of the database are read when it is rendered, and absent if that takes too long. */
export function createServiceMetrics(options: ServiceMetricsOptions): MetricsPage {
  const { registry, database, log, databaseLimitMs = 2_000 } = options;
  const showState = stateGauges(options);
  const showFigures = figureGauges(registry);
  let reading: Promise<ServiceFigures | undefined> | undefined;

  /** At most one query at a time, also if an earlier one outlasts its page. */
  const read = () => {
    reading ??= readServiceFigures(database, databaseLimitMs)
      .catch((error) => {
        log.warn({ err: error }, 'metrics.database.failed');
        return undefined;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  return createMetricsPage(registry, async () => {
    const timer = new AbortController();
    const late = sleep(databaseLimitMs, undefined, { signal: timer.signal }).catch(() => undefined);
    showFigures(await Promise.race([read(), late]));
    timer.abort();
    showState();
  });
}

/** Gauges of this process. */
function stateGauges({ registry, database, nodeConnections, pendingFrameBytes }: ServiceMetricsOptions) {
  const registers = [registry];
  const connections = new Gauge({
    name: 'spate_database_pool_connections',
    help: 'Open connections of the database pool by state; the job worker has a separate pool.',
    labelNames: ['state'],
    registers,
  });
  const waiting = new Gauge({
    name: 'spate_database_pool_waiting',
    help: 'Queries and transactions that wait for a connection of the pool.',
    registers,
  });
  new Gauge({
    name: 'spate_database_pool_size',
    help: 'Maximum number of connections of the pool.',
    registers,
  }).set(database.pool.options.max);
  const nodes = new Gauge({
    name: 'spate_node_connections',
    help: 'Nodes connected to this service.',
    registers,
  });
  const pending = new Gauge({
    name: 'spate_ingest_pending_bytes',
    help: 'Received frames that are not stored yet, in bytes.',
    registers,
  });
  return () => {
    const { totalCount, idleCount, waitingCount } = database.pool;
    connections.set({ state: 'busy' }, totalCount - idleCount);
    connections.set({ state: 'idle' }, idleCount);
    waiting.set(waitingCount);
    nodes.set(nodeConnections());
    pending.set(pendingFrameBytes());
  };
}

/** Single values of the whole service. */
const valueGauges: { name: string; help: string; read: (figures: ServiceFigures) => number }[] = [
  {
    name: 'spate_jobs_oldest_due_age_seconds',
    help: 'Time since the oldest waiting job became due, in seconds.',
    read: ({ oldestDueJobS }) => oldestDueJobS,
  },
  {
    name: 'spate_jobs_longest_running_seconds',
    help: 'Time since the start of the longest running job, in seconds.',
    read: ({ longestJobS }) => longestJobS,
  },
  {
    name: 'spate_rollups_dirty',
    help: 'Roll-ups that do not contain all stored frames.',
    read: ({ dirtyRollups }) => dirtyRollups,
  },
  {
    name: 'spate_rollups_dirty_oldest_age_seconds',
    help: 'Time since the last change of the dirty roll-up that has waited for longest, in seconds.',
    read: ({ oldestDirtyRollupS }) => oldestDirtyRollupS,
  },
  {
    name: 'spate_nodes_spool_bytes',
    help: 'Spools of all nodes, as of their last heartbeats, in bytes.',
    read: ({ spoolBytes }) => spoolBytes,
  },
  {
    name: 'spate_nodes_frames_waiting',
    help: 'Frames of all nodes that the service has not acknowledged, as of their last heartbeats.',
    read: ({ framesWaiting }) => framesWaiting,
  },
];

/** Counts of the whole service by state; all states are always present. */
const countGauges: {
  name: string;
  help: string;
  states: readonly string[];
  countsOf: (figures: ServiceFigures) => Record<string, number>;
}[] = [
  {
    name: 'spate_runs',
    help: 'Open runs by state.',
    states: openRunPhases,
    countsOf: ({ runs }) => runs,
  },
  {
    name: 'spate_nodes',
    help: 'Nodes by state, without ended ones.',
    states: presentNodeStates,
    countsOf: ({ nodes }) => nodes,
  },
  {
    name: 'spate_grids',
    help: 'Open grids by state.',
    states: openGridStatuses,
    countsOf: ({ grids }) => grids,
  },
  { name: 'spate_jobs', help: 'Background jobs by state.', states: jobStates, countsOf: ({ jobs }) => jobs },
];

/** Gauges of the whole service, the same on all services of a database; absent without figures. */
function figureGauges(registry: Registry): (figures: ServiceFigures | undefined) => void {
  const registers = [registry];
  const isUp = new Gauge({
    name: 'spate_database_up',
    help: 'Whether the database returned the figures of this page in time: 1 or 0.',
    registers,
  });
  const values = valueGauges.map(({ name, help, read }) => ({
    gauge: new Gauge({ name, help, registers }),
    read,
  }));
  const counts = countGauges.map(({ name, help, states, countsOf }) => ({
    gauge: new Gauge({ name, help, labelNames: ['state'], registers }),
    states,
    countsOf,
  }));
  return (figures) => {
    isUp.set(figures ? 1 : 0);
    for (const { gauge, read } of values) {
      if (figures) gauge.set(read(figures));
      else gauge.remove();
    }
    for (const { gauge, states, countsOf } of counts) {
      gauge.reset();
      if (figures) for (const state of states) gauge.set({ state }, countsOf(figures)[state] ?? 0);
    }
  };
}
