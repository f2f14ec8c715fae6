import { createReadStream } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { Actor } from '../domain/account.ts';
import { egressPolicy, isEgressAllowed, parseEgress } from '../domain/egress.ts';
import { AppError } from '../domain/errors.ts';
import { noSettings } from '../domain/run-settings.ts';
import { parseNetwork } from '../lib/ip-network.ts';
import { demoParameters, demoPlan } from '../plans/demo-plan.ts';
import { findUnfinishedDemoRun } from '../store/demo-runs.ts';
import { openGrids } from '../store/grids.ts';
import { nodesOfGrid } from '../store/nodes.ts';
import { acceptRun } from './new-run.ts';
import type { RunContext } from './run-context.ts';
import type { NewRun, Runs, RunView, StagedFile } from './runs.ts';

/** The demo run: the sample plan on the shared grid, against a target that the service starts on its own machine. */
export interface DemoRuns {
  /** Why the demo run is not possible on this service; undefined if it is. */
  obstacle(actor: Actor): Promise<string | undefined>;
  /** The unfinished demo run, else a new one: concurrent starts of several users return the same run. */
  start(actor: Actor): Promise<RunView>;
}

const durationS = 30;
const maxFileBytes = 1 << 20;

/** `egress` are the rules for tools on this machine. */
export function createDemoRuns(context: RunContext, runs: Runs, egress: string): DemoRuns {
  const { database } = context.grids;
  const starting = new Map<string, Promise<RunView>>();
  const isLoopbackAllowed = allowsLoopback(egress);

  async function obstacle({ accountId }: Actor): Promise<string | undefined> {
    if (!isLoopbackAllowed)
      return 'The egress rules of this machine (SPATE_EGRESS) deny 127.0.0.1, where the demo target listens.';
    const shared = (await openGrids(database, accountId)).find((grid) => grid.infrastructure === 'shared');
    const nodes = shared ? await nodesOfGrid(database, shared.id) : [];
    const elsewhere = nodes.find(({ info }) => info && info.hostname !== hostname());
    if (elsewhere?.info)
      return `The demo target listens on this machine, but the shared grid has a node on ${elsewhere.info.hostname}.`;
    return undefined;
  }

  async function startNow(actor: Actor): Promise<RunView> {
    const reason = await obstacle(actor);
    if (reason !== undefined) throw new AppError('conflict', `The demo run is not possible here. ${reason}`);
    const unfinished = await findUnfinishedDemoRun(database, actor);
    if (unfinished !== undefined) return runs.get(actor, unfinished);
    return context.demoTargets.withTarget(null, async (port) => {
      const files: StagedFile[] = [];
      try {
        for (const path of demoPlan.files) {
          const staged = await context.files.stage(createReadStream(path), { maxBytes: maxFileBytes });
          files.push({ name: basename(path), ...staged });
        }
        return await runs.get(actor, await acceptRun(context, actor, demoRun(files, port), port));
      } catch (error) {
        await Promise.all(files.map(({ path }) => context.files.discard(path)));
        throw error;
      }
    });
  }

  return {
    obstacle,
    start(actor) {
      const key = `${actor.accountId} ${actor.projectId}`;
      const started = starting.get(key) ?? startNow(actor).finally(() => starting.delete(key));
      starting.set(key, started);
      return started;
    },
  };
}

/** Rules for single ports do not count: the port of the target is not known in advance. */
function allowsLoopback(egress: string): boolean {
  const loopback = parseNetwork('127.0.0.1');
  return loopback !== undefined && isEgressAllowed(egressPolicy(parseEgress(egress), []), loopback, 0);
}

function demoRun(files: StagedFile[], port: number): NewRun {
  const { name, threads, rampupS } = demoPlan;
  return {
    ...noSettings,
    tool: 'jmeter',
    toolRequested: 'jmeter',
    engineRequested: 'auto',
    name,
    notes: null,
    project: null,
    test: null,
    tags: [],
    privacy: 'private',
    isWebhookOn: false,
    maxCost: null,
    failIf: [],
    abortIf: [],
    secrets: [],
    threads,
    rampupS,
    durationS,
    overrideParameters: demoParameters(port),
    grids: [{ kind: 'shared' }],
    files,
  };
}
