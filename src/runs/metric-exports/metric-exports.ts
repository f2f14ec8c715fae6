import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import type { MetricExport, MetricExportKind } from '../../domain/metric-export.ts';
import { newId } from '../../lib/id.ts';
import { OutboundError } from '../../lib/outbound.ts';
import {
  deleteMetricExport,
  exportsOfProject,
  insertMetricExport,
  listMetricExports,
} from '../../store/metric-exports.ts';
import { projectOfActor } from '../project-of-actor.ts';
import type { RunContext } from '../run-context.ts';

/** Operations on exports of live figures. */
export interface MetricExports {
  list(actor: Actor): Promise<MetricExport[]>;
  create(
    actor: Actor,
    input: { project: string | null; kind: MetricExportKind; address: string },
  ): Promise<MetricExport>;
  remove(actor: Actor, exportId: string): Promise<void>;
}

const maxPerProject = 5;

export function createMetricExports(context: RunContext): MetricExports {
  const { database, sealer } = context.grids;

  async function findOwn(actor: Actor, id: string): Promise<MetricExport> {
    const [found] = await listMetricExports(database, actor, id);
    if (found) return found;
    throw new AppError('not_found', `Sorry, we cannot find that resource. There is no metric export ${id}.`);
  }

  return {
    list: (actor) => listMetricExports(database, actor),

    async create(actor, { project, kind, address }) {
      const target = originOf(context, address);
      const id = newId();
      await database.transaction(async (tx) => {
        const { id: projectId } = await projectOfActor(tx, actor, project, 'metric_export[project]');
        if ((await exportsOfProject(tx, projectId)).length >= maxPerProject)
          throw new AppError(
            'invalid',
            `A project has at most ${maxPerProject} metric exports. Delete one first.`,
          );
        const sealedAddress = sealer.seal(address);
        await insertMetricExport(tx, {
          id,
          accountId: actor.accountId,
          projectId,
          kind,
          sealedAddress,
          target,
        });
      });
      return findOwn(actor, id);
    },

    async remove(actor, id) {
      await findOwn(actor, id);
      await deleteMetricExport(database, id);
    },
  };
}

/** Displayed part of the address. */
function originOf(context: RunContext, address: string): string {
  try {
    return context.outbound.check(address).origin;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { message } = error;
    throw new AppError('invalid', message, [{ code: 'invalid', message, field: 'metric_export[address]' }]);
  }
}
