import type { VirtualMachineScaleSet } from '@azure/arm-compute';
import type { Grid } from '../../../domain/grid.ts';
import type { Incident, Machines, Observation, Provider } from '../../provider.ts';
import { deliverS, latestEndOf } from '../cloud/latest-end.ts';
import { nodesCannot } from '../cloud/problem-words.ts';
import { ensureEnd } from './autoscale.ts';
import { checkAzureGrid } from './check-grid.ts';
import { createScaleSet } from './create-scale-set.ts';
import { faultOf, inWords, isNotFound, sentenceOf } from './faults.ts';
import { type FoundMachine, findMachines, findScaleSet, scaleSetFault } from './find-machines.ts';
import { matchMachines } from './match-machines.ts';
import { groupNameOf, names } from './names.ts';
import type { AzureProviderOptions } from './provider-options.ts';
import type { AzureSession } from './sessions.ts';

/** Maximum replacements of machines of a grid, per node. */
const maxReplacements = 4;
const replacedTag = 'spate:replaced';
/** Azure limits the rate of requests: a grid whose nodes all respond, or whose machines just failed to start, is left alone. */
const holdMs = 30_000;

/** Nodes as the machines of a scale set, in a resource group of each grid in the subscription of a credential. */
export function createAzureProvider(options: AzureProviderOptions): Provider {
  /** End times set in Azure, by grid. */
  const ends = new Map<string, number>();
  const held = new Map<string, { untilMs: number; isFault: boolean; observation: Observation }>();

  async function open(grid: Pick<Grid, 'accountId' | 'target'>): Promise<AzureSession> {
    return options.sessions.open(await options.findAccess(grid.accountId, grid.target));
  }

  /** Set before any machine starts, so that none outlives its grid. */
  async function setEnd(session: AzureSession, grid: Grid, location: string): Promise<void> {
    const end = endOf(grid, options.joinLimitS);
    if (ends.get(grid.id) === end.getTime()) return;
    await ensureEnd(session, grid, location, end);
    ends.set(grid.id, end.getTime());
  }

  return {
    name: 'azure',
    capacity: undefined,
    check: (request) => checkAzureGrid(options, request),

    async observe(machines) {
      const found = await findMachines(await open(machines.grid), machines.grid);
      return {
        present: indexesOf(
          matchMachines(
            machines,
            found.filter(({ isLive }) => isLive),
          ),
        ),
        problems: [],
      };
    },

    async ensure(machines) {
      const { grid, joinToken, slots } = machines;
      const last = held.get(grid.id);
      const isQuiet = last?.isFault === true || slots.every(({ hasRecentHeartbeat }) => hasRecentHeartbeat);
      if (last && isQuiet && last.untilMs > Date.now()) return last.observation;
      try {
        const session = await open(grid);
        const scaleSet =
          (await findScaleSet(session, grid)) ?? (await createScaleSet(options, session, grid, joinToken));
        await setEnd(session, grid, scaleSet.location);
        const { isFault, observation } = await startMissing(session, machines, scaleSet);
        held.set(grid.id, { untilMs: Date.now() + holdMs, isFault, observation });
        return observation;
      } catch (error) {
        const observation = { present: undefined, problems: [inWords(error).message] };
        held.set(grid.id, { untilMs: Date.now() + holdMs, isFault: true, observation });
        throw inWords(error);
      }
    },

    // Machines keep running: stopping and starting them takes longer than replacing them.
    pause: async () => {},

    async end(machines) {
      held.delete(machines.grid.id);
      try {
        const session = await open(machines.grid);
        await endMachines(session, machines);
        return { present: new Set(), problems: [] };
      } catch (error) {
        throw inWords(error);
      }
    },

    async forget(grid) {
      ends.delete(grid.id);
      try {
        await deleteGroup(await open(grid), groupNameOf(grid.id));
      } catch (error) {
        throw inWords(error);
      }
    },
  };
}

/** Deletes a resource group with its content, unless it is deleted or being deleted. Does not wait for the end. */
export async function deleteGroup({ resources }: AzureSession, name: string): Promise<void> {
  try {
    const { properties } = await resources.resourceGroups.get(name);
    if (properties?.provisioningState === 'Deleting') return;
    await resources.resourceGroups.delete(name).submitted();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** When Azure deletes the machines without the service: known exactly once the grid has started. */
function endOf(grid: Grid, joinLimitS: number): Date {
  if (grid.startedAt === null || grid.endsAt === null) return latestEndOf(grid, joinLimitS);
  return new Date(grid.endsAt.getTime() + deliverS * 1000);
}

interface Start {
  observation: Observation;
  isFault: boolean;
}

async function startMissing(
  session: AzureSession,
  machines: Machines,
  scaleSet: VirtualMachineScaleSet,
): Promise<Start> {
  const { grid, slots } = machines;
  const found = await findMachines(session, grid);
  const live = found.filter(({ isLive }) => isLive);
  const matched = matchMachines(machines, live);
  const present = indexesOf(matched);
  const missing = slots.map(({ index }) => index).filter((index) => !present.has(index));
  const ended = found.filter(({ isLive, isDeleting }) => !isLive && !isDeleting);
  const problems = ended.map(endedProblem);
  const incidents = incidentsOf(machines, found);
  const done = (isFault = false): Start => ({ observation: { present, problems, incidents }, isFault });
  if (ended.length > 0) await removeEnded(session, grid, scaleSet, ended);
  const isChanging = scaleSet.provisioningState === 'Updating' || scaleSet.provisioningState === 'Creating';
  if (missing.length === 0 || isChanging || found.length > live.length) return done();
  if (replacedOf(scaleSet) >= maxReplacements * grid.instanceQuantity) {
    problems.push(
      nodesCannot(
        'start',
        missing,
        `${replacedOf(scaleSet)} machines of the grid have failed or stopped. No more are started.`,
      ),
    );
    return done();
  }
  const failure = scaleSet.provisioningState === 'Failed' ? await scaleSetFault(session, grid) : undefined;
  if (failure) problems.push(nodesCannot('start', missing, sentenceOf(failure)));
  try {
    await update(session, grid, scaleSet, { capacity: live.length + missing.length });
    for (const index of missing) present.add(index);
    return done(failure !== undefined);
  } catch (error) {
    problems.push(nodesCannot('start', missing, sentenceOf(faultOf(error))));
    return done(true);
  }
}

/** Machines that failed or have stopped still cost money. */
async function removeEnded(
  session: AzureSession,
  grid: Grid,
  scaleSet: VirtualMachineScaleSet,
  ended: readonly FoundMachine[],
): Promise<void> {
  const replaced = String(replacedOf(scaleSet) + ended.length);
  await update(session, grid, scaleSet, { tags: { ...scaleSet.tags, [replacedTag]: replaced } });
  await deleteMachines(session, grid, ended);
}

function replacedOf({ tags = {} }: VirtualMachineScaleSet): number {
  return Number(tags[replacedTag] ?? 0);
}

/** Returns when Azure has accepted the change. */
async function update(
  { compute }: AzureSession,
  grid: Grid,
  { sku }: VirtualMachineScaleSet,
  { capacity, tags }: { capacity?: number; tags?: Record<string, string> },
): Promise<void> {
  const change = { ...(tags && { tags }), ...(capacity !== undefined && { sku: { ...sku, capacity } }) };
  await compute.virtualMachineScaleSets.update(groupNameOf(grid.id), names.scaleSet, change).submitted();
}

async function deleteMachines(
  { compute }: AzureSession,
  grid: Grid,
  machines: readonly FoundMachine[],
): Promise<void> {
  if (machines.length === 0) return;
  const instanceIds = machines.map(({ id }) => id);
  await compute.virtualMachineScaleSets
    .deleteInstances(groupNameOf(grid.id), names.scaleSet, { instanceIds })
    .submitted();
}

/** The last machines are deleted with their resource group, in one request. */
async function endMachines(session: AzureSession, machines: Machines): Promise<void> {
  const { grid, slots } = machines;
  if (slots.length === 0) return;
  const found = (await findMachines(session, grid)).filter(({ isDeleting }) => !isDeleting);
  const ending = [...matchMachines(machines, found).values()];
  if (ending.length === found.length && slots.length === grid.instanceQuantity)
    await deleteGroup(session, groupNameOf(grid.id));
  else await deleteMachines(session, grid, ending);
}

function indexesOf(matched: ReadonlyMap<number, FoundMachine>): Set<number> {
  return new Set(matched.keys());
}

function endedProblem({ name, fault }: FoundMachine): string {
  const why = fault ? `could not start: ${sentenceOf(fault)}` : 'has stopped.';
  return `Machine ${name} ${why} Another machine replaces it.`;
}

/** Machines of joined nodes that have gone or stopped. */
function incidentsOf({ grid, slots }: Machines, found: readonly FoundMachine[]): Incident[] {
  return slots.flatMap(({ index, machine }) => {
    const own = machine === null ? undefined : found.find(({ name }) => name === machine.toLowerCase());
    if (machine === null || own?.isLive) return [];
    const reason =
      grid.cloud.azure_spot_price === undefined
        ? 'it was deleted outside of the service'
        : 'spot machines are evicted when Azure needs the capacity, or when the price exceeds azure_spot_price';
    const sentence = own
      ? `Machine ${machine} has stopped.`
      : `Azure no longer has machine ${machine}: ${reason}.`;
    return [{ index, sentence, isGone: true, at: undefined }];
  });
}
