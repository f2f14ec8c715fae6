import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import {
  type MetricSource,
  metricTimes,
  parseMetricQuery,
  type TargetMetric,
} from '../../domain/target-metrics.ts';
import { newId } from '../../lib/id.ts';
import { OutboundError } from '../../lib/outbound.ts';
import {
  deleteMetricSource,
  findSourceOfProject,
  listMetricSources,
  readTargetMetrics,
  writeMetricSource,
} from '../../store/target-metrics.ts';
import { projectOfActor } from '../project-of-actor.ts';
import type { RunContext } from '../run-context.ts';
import { queryPrometheus } from './query-prometheus.ts';

/** Operations on metrics of the target. */
export interface TargetMetrics {
  list(actor: Actor): Promise<MetricSource[]>;
  /** Replaces the source of the project; without an address, the current one is kept. */
  set(actor: Actor, input: MetricSourceInput): Promise<MetricSource>;
  remove(actor: Actor, sourceId: string): Promise<void>;
  /** Results of the queries for the last five minutes; nothing is stored. */
  test(actor: Actor, sourceId: string): Promise<TargetMetric[]>;
  ofRun(runId: string): Promise<TargetMetric[]>;
}

export interface MetricSourceInput {
  project: string | null;
  address: string | undefined;
  /** `name=expression` each. */
  queries: readonly string[];
}

const maxQueries = 20;
const testMs = 300_000;

export function createTargetMetrics(context: RunContext): TargetMetrics {
  const { database, sealer, clock } = context.grids;

  async function findOwn(actor: Actor, id: string): Promise<MetricSource> {
    const [found] = await listMetricSources(database, actor, { id });
    if (found) return found;
    throw new AppError(
      'not_found',
      `Sorry, we cannot find that resource. There is no source of metrics ${id}.`,
    );
  }

  return {
    list: (actor) => listMetricSources(database, actor),

    async set(actor, { project, address, queries: texts }) {
      const queries = readQueries(texts);
      const projectId = await database.transaction(async (tx) => {
        const { id } = await projectOfActor(tx, actor, project, 'target_metrics[project]');
        const present = await findSourceOfProject(tx, id);
        const whole = address ?? (present && sealer.open(present.sealedAddress));
        if (whole === undefined)
          throw invalid('address', 'target_metrics[address] is required: the URL of Prometheus.');
        await writeMetricSource(tx, {
          id: newId(),
          accountId: actor.accountId,
          projectId: id,
          sealedAddress: sealer.seal(whole),
          target: checkAddress(context, whole),
          queries,
        });
        return id;
      });
      const [source] = await listMetricSources(database, actor, { ofProject: projectId });
      if (!source) throw new AppError('conflict', 'The source was deleted at the same time. Set it again.');
      return source;
    },

    async remove(actor, id) {
      await findOwn(actor, id);
      await deleteMetricSource(database, id);
    },

    async test(actor, id) {
      const { project } = await findOwn(actor, id);
      const source = await findSourceOfProject(database, project.id);
      if (!source) throw new AppError('conflict', 'The source was deleted during the test.');
      const nowMs = clock.nowMs();
      const times = metricTimes(new Date(nowMs - testMs), new Date(nowMs));
      const address = sealer.open(source.sealedAddress);
      return Promise.all(
        source.queries.map((query) => queryPrometheus(context.outbound, address, query, times)),
      );
    },

    ofRun: (runId) => readTargetMetrics(database, runId),
  };
}

function readQueries(texts: readonly string[]) {
  if (texts.length === 0 || texts.length > maxQueries)
    throw invalid(
      'queries',
      `From 1 to ${maxQueries} queries are required, such as CPU=avg(rate(cpu[30s])).`,
    );
  const queries = texts.map((text) => {
    const query = parseMetricQuery(text);
    if (query) return query;
    throw invalid(
      'queries',
      `"${text.slice(0, 100)}" is not a query. Use name=expression, such as CPU=avg(rate(cpu[30s])).`,
    );
  });
  const names = queries.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid('queries', `Two queries are named "${twice}".`);
  return queries;
}

/** Displayed part of the address. */
function checkAddress(context: RunContext, address: string): string {
  try {
    return context.outbound.check(address).origin;
  } catch (error) {
    if (error instanceof OutboundError) throw invalid('address', error.message);
    throw error;
  }
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid', message, [{ code: 'invalid', message, field: `target_metrics[${field}]` }]);
}
