import type { Grid } from '../../../domain/grid.ts';
import type { Incident, Machines, NodeSlot, Observation, Provider } from '../../provider.ts';
import { latestEndOf } from '../cloud/latest-end.ts';
import { machineTags } from '../cloud/machine-tags.ts';
import { nodesCannot } from '../cloud/problem-words.ts';
import { userData } from '../cloud/user-data.ts';
import { checkAwsGrid } from './check-grid.ts';
import { faultOf, sentenceOf } from './faults.ts';
import { type FoundMachine, findMachines } from './find-machines.ts';
import { type LaunchPlan, launchRequest, type Machine, machineName } from './launch-request.ts';
import { planLaunch } from './plan-launch.ts';
import type { AwsProviderOptions } from './provider-options.ts';
import type { AwsSession } from './sessions.ts';

/** Maximum number of starts of one slot's machine. */
const maxAttempts = 5;
const launchesAtOnce = 4;

/** Nodes as EC2 instances in the AWS account of a credential or role: one instance for each slot, found by tags. */
export function createAwsProvider(options: AwsProviderOptions): Provider {
  const { sessions, findAccess } = options;

  async function open(grid: Pick<Grid, 'accountId' | 'target' | 'region'>): Promise<AwsSession> {
    return sessions.open(await findAccess(grid.accountId, grid.target), grid.region);
  }

  /** Machines of the slots, also ended ones. */
  async function find(session: AwsSession, { grid, slots }: Machines): Promise<FoundMachine[]> {
    const indexes = new Set(slots.map(({ index }) => index));
    const found = await findMachines(session, { [machineTags.grid]: grid.id });
    return found.filter(({ index }) => indexes.has(index));
  }

  return {
    name: 'aws',
    capacity: undefined,
    check: (request) => checkAwsGrid(options, request),

    async observe(machines) {
      const found = await find(await open(machines.grid), machines);
      return { present: liveIndexes(found), problems: [] };
    },

    async ensure(machines) {
      try {
        const session = await open(machines.grid);
        return await startMissing(options, session, machines, await find(session, machines));
      } catch (error) {
        throw inWords(error);
      }
    },

    // Machines keep running: stopping and starting them takes longer than replacing them.
    pause: async () => {},

    async end(machines) {
      try {
        const session = await open(machines.grid);
        const live = (await find(session, machines)).filter(({ isLive }) => isLive);
        await terminate(
          session,
          live.map(({ id }) => id),
        );
        return { present: new Set(), problems: [] };
      } catch (error) {
        throw inWords(error);
      }
    },

    forget: async () => {},
  };
}

/** Ends machines; AWS accepts a request for one that has ended already. */
export async function terminate({ ec2 }: AwsSession, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { TerminateInstancesCommand } = await import('./sdk.ts');
  await ec2.send(new TerminateInstancesCommand({ InstanceIds: [...ids] }));
}

function liveIndexes(found: readonly FoundMachine[]): Set<number> {
  return new Set(found.filter(({ isLive }) => isLive).map(({ index }) => index));
}

async function startMissing(
  options: AwsProviderOptions,
  session: AwsSession,
  machines: Machines,
  found: readonly FoundMachine[],
): Promise<Observation> {
  const present = liveIndexes(found);
  const missing = machines.slots.filter(({ index }) => !present.has(index));
  const problems = endedProblems(machines.slots, found);
  const incidents = incidentsOf(machines.slots, found);
  if (missing.length === 0) return { present, problems, incidents };
  const { grid } = machines;
  const settings = { image: options.image, installation: await options.installation() };
  const plan = await planLaunch(session, settings, grid);
  const queue = [...missing];
  const failed = new Map<string, number[]>();
  const worker = async () => {
    // After a fault, such as an exhausted quota, further requests would fail too.
    for (let slot = queue.shift(); slot && failed.size === 0; slot = queue.shift()) {
      const { index } = slot;
      const attempt = nextAttempt(found, index);
      if (attempt > maxAttempts) continue;
      try {
        await start(session, plan, attempt, (each) => machineOf(options, machines, slot, each));
        present.add(index);
      } catch (error) {
        const sentence = sentenceOf(faultOf(error));
        failed.set(sentence, [...(failed.get(sentence) ?? []), index]);
      }
    }
  };
  await Promise.all(Array.from({ length: launchesAtOnce }, worker));
  for (const [sentence, indexes] of failed) {
    const waiting = missing.map(({ index }) => index).filter((index) => !present.has(index));
    problems.push(nodesCannot('start', failed.size === 1 ? waiting : indexes, sentence));
  }
  return { present, problems, incidents };
}

/** Machines of joined nodes that have ended. */
function incidentsOf(slots: readonly NodeSlot[], found: readonly FoundMachine[]): Incident[] {
  return slots.flatMap(({ index, machine }) => {
    const ended = found.find((one) => one.index === index && one.name === machine && !one.isLive);
    if (!ended) return [];
    const sentence = `AWS has ended machine ${ended.id}: ${(ended.endReason ?? '').replace(/\.$/, '')}.`;
    return [{ index, sentence, isGone: true, at: undefined }];
  });
}

function nextAttempt(found: readonly FoundMachine[], index: number): number {
  return Math.max(0, ...found.filter((one) => one.index === index).map(({ attempt }) => attempt)) + 1;
}

function machineOf(
  { joinLine, joinLimitS }: AwsProviderOptions,
  { grid, joinToken }: Machines,
  { index }: NodeSlot,
  attempt: number,
): Machine {
  // The latest possible end: the agent powers the machine off earlier, as soon as it knows when the grid started.
  const endsAt = latestEndOf(grid, joinLimitS);
  const name = machineName({ gridName: grid.name, index, attempt });
  const line = joinLine(joinToken, ['--install', '--index', String(index), '--name', name]);
  return {
    gridId: grid.id,
    gridName: grid.name,
    index,
    attempt,
    userData: userData({
      role: `node ${index} of grid ${grid.name}`,
      joinLine: line,
      endsAt,
      notices: 'aws',
    }),
  };
}

/** A repeated request returns the machine of the first one; if that has ended meanwhile, the next attempt starts another. */
async function start(
  session: AwsSession,
  plan: LaunchPlan,
  firstAttempt: number,
  machineAt: (attempt: number) => Machine,
): Promise<void> {
  const { RunInstancesCommand } = await import('./sdk.ts');
  for (let attempt = firstAttempt; attempt <= maxAttempts; attempt += 1) {
    const request = launchRequest(plan, machineAt(attempt));
    const { Instances: [made] = [] } = await session.ec2
      .send(new RunInstancesCommand(request))
      .catch((error) => {
        // The machine of an earlier request with this token exists, and is listed soon.
        if (faultOf(error).code === 'IdempotentParameterMismatch') return { Instances: [] };
        throw error;
      });
    if (made?.State?.Name !== 'terminated' && made?.State?.Name !== 'shutting-down') return;
  }
}

/** Why machines of nodes that do not respond have ended. */
function endedProblems(slots: readonly NodeSlot[], found: readonly FoundMachine[]): string[] {
  const live = liveIndexes(found);
  return slots.flatMap(({ index, hasRecentHeartbeat }) => {
    if (hasRecentHeartbeat) return [];
    const ended = found.filter((one) => one.index === index && !one.isLive);
    const last = ended.sort((a, b) => a.attempt - b.attempt).at(-1);
    if (!last) return [];
    const next =
      live.has(index) || last.attempt < maxAttempts
        ? 'Another machine replaces it.'
        : `It is not started again after ${maxAttempts} attempts.`;
    return [`The machine of node ${index} has ended: ${(last.endReason ?? '').replace(/\.$/, '')}. ${next}`];
  });
}

function inWords(error: unknown): Error {
  return Object.assign(new Error(`AWS: ${sentenceOf(faultOf(error))}`), { cause: error });
}
