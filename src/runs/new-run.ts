import type { Actor } from '../domain/account.ts';
import type { Estimate } from '../domain/cost.ts';
import { AppError } from '../domain/errors.ts';
import { gridEndWarnings, type PlannedGrid } from '../domain/grid-end.ts';
import { gridWarnings } from '../domain/grid-place.ts';
import { settingsOf } from '../domain/run-settings.ts';
import { checkCapacity, writeNewGrid } from '../grids/new-grid.ts';
import { findPlacement, placeGrid } from '../grids/placement.ts';
import { scheduleReconcile } from '../grids/reconcile-grid.ts';
import { requireSharedGrid } from '../grids/shared-grid.ts';
import { count } from '../lib/figures.ts';
import { newId } from '../lib/id.ts';
import { withoutParameters } from '../plans/override-parameters.ts';
import type { Queryable } from '../store/database.ts';
import { findGrid, linkRunToGrids, openGrids } from '../store/grids.ts';
import { databaseNowMs } from '../store/now.ts';
import {
  addWarnings,
  insertRun,
  insertRunFiles,
  lockRun,
  lockSharedFiles,
  type NewRunRecord,
  type StoredRunFile,
} from '../store/runs.ts';
import { findOrCreateTest, planVersionOf, setTestRun } from '../store/tests.ts';
import type { FileCheck } from './check-files.ts';
import { checkMachines, placementOf, type SettledChoice } from './check-machines.ts';
import { checkMaxCost, estimateRun } from './estimate-run.ts';
import { projectOfActor } from './project-of-actor.ts';
import type { RunContext } from './run-context.ts';
import { scheduleAdvance } from './run-signals.ts';
import type { GridChoice, NewRun } from './runs.ts';
import { checkWithSecrets, sealSecrets } from './secrets.ts';

type Parameters = Omit<NewRun, 'files' | 'grids' | 'maxCost' | 'secrets'> &
  Pick<NewRunRecord, 'secretNames' | 'secretsSealed'>;

/** The plan is unknown for repeats of runs of earlier versions. */
type Checked = Omit<FileCheck, 'planName' | 'planSha256'> & Pick<NewRunRecord, 'planName' | 'planSha256'>;

/** Creator of a run; `userId` is null for webhooks. */
type Author = Pick<Actor, 'accountId' | 'projectId' | 'role'> & { userId: number | null };

/** Validates the request, then inserts the run and its grids in one transaction. Returns the run id. `demoPort` is the target of a demo run. */
export async function acceptRun(
  context: RunContext,
  actor: Actor,
  input: NewRun,
  demoPort: number | null = null,
): Promise<string> {
  await checkDisk(context);
  const choices = await settleChoices(context, actor, input.grids);
  checkMinNodes(input.minNodes, totalNodes(choices));
  const nowMs = context.grids.clock.nowMs();
  checkMaxCost(estimateRun(context.grids.prices, choices, input.durationS, nowMs), input.maxCost);
  const { tool, files: staged, engineRequested, secrets } = input;
  const check = await checkWithSecrets(context.examiner, {
    tool,
    files: staged,
    engineRequested,
    secrets,
    ...settingsOf(input),
  });
  await checkMachines(context, { ...input, ...check }, choices);
  const files = await keepFiles(context, input);
  try {
    const run = {
      ...input,
      ...check,
      ...sealSecrets(context.grids.sealer, secrets),
      overrideParameters: withoutParameters(
        input.overrideParameters,
        secrets.map(({ name }) => name),
      ),
      repeatOf: null,
      demoPort,
      testId: null,
    };
    return await writeRun(context, actor, run, choices, files);
  } catch (error) {
    // Without the database the commit state is unknown; unused files are removed by the retention job.
    const isKnown = !(error instanceof AppError && error.code === 'starting');
    if (isKnown) await Promise.all(files.map((file) => context.files.remove(file.storageKey)));
    throw error;
  }
}

/** Creates a run that shares the files of an earlier one. */
export async function acceptRepeat(
  context: RunContext,
  actor: Author,
  input: Parameters & Checked & { grids: GridChoice[]; demoPort: number | null; testId: string | null },
  original: { id: string; files: StoredRunFile[] },
): Promise<string> {
  await checkDisk(context);
  if (original.files.some((file) => file.isRemoved)) throw filesExpired(original.id);
  const choices = await settleChoices(context, actor, input.grids);
  await checkMachines(context, input, choices);
  const files = original.files.map((file) => ({ ...file, id: newId() }));
  // The grids of a repeat may be smaller.
  const minNodes = input.minNodes === null ? null : Math.min(input.minNodes, totalNodes(choices));
  return writeRun(context, actor, { ...input, minNodes, repeatOf: original.id }, choices, files);
}

/** Price and cost of a run. Asks no provider whether it can start the grids. */
export async function estimateNewRun(
  context: RunContext,
  actor: Actor,
  { grids, durationS }: Pick<NewRun, 'grids' | 'durationS'>,
): Promise<Estimate> {
  const choices: SettledChoice[] = [];
  for (const choice of grids) choices.push(await settle(context, actor, choice, findPlacement));
  return estimateRun(context.grids.prices, choices, durationS, context.grids.clock.nowMs());
}

/** Resolves choices to existing or new grids, without duplicates. */
async function settleChoices(
  context: RunContext,
  actor: Pick<Actor, 'accountId' | 'role'>,
  choices: GridChoice[],
): Promise<SettledChoice[]> {
  const settled: SettledChoice[] = [];
  for (const choice of choices) {
    const one = await settle(context, actor, choice);
    const isTwice =
      one.kind === 'existing' &&
      settled.some((other) => other.kind === 'existing' && other.grid.id === one.grid.id);
    if (!isTwice) settled.push(one);
  }
  for (const provider of context.grids.providers) {
    checkCapacity(provider, nodesWanted(settled, provider.name), 'run[grids][][instance_quantity]');
  }
  return settled;
}

async function settle(
  context: RunContext,
  actor: Pick<Actor, 'accountId' | 'role'>,
  choice: GridChoice,
  place: typeof placeGrid = placeGrid,
): Promise<SettledChoice> {
  const { database } = context.grids;
  if (choice.kind === 'new') {
    const placement = await place(context.grids, actor, choice.spec, 'run[grids][]');
    return { ...choice, placement };
  }
  if (choice.kind === 'existing') {
    const grid = await findGrid(database, choice.gridId);
    if (!grid || grid.accountId !== actor.accountId)
      throw refuseGrid(
        'invalid',
        `Grid ${choice.gridId} does not exist. GET /grids lists the available grids.`,
      );
    if (grid.status === 'stopped' || grid.status === 'invoiced') {
      throw refuseGrid(
        'grid_ended',
        `Grid ${choice.gridId} has ended. Choose one from GET /grids, or start a new one.`,
      );
    }
    return { kind: 'existing', grid };
  }
  const open = await openGrids(database, actor.accountId);
  const inRegion = choice.kind === 'region' ? open.find((grid) => grid.region === choice.region) : undefined;
  const grid = inRegion ?? open.find((candidate) => candidate.infrastructure === 'shared');
  if (!grid || grid.infrastructure === 'shared') await requireSharedGrid(context.grids, actor.accountId);
  if (!grid) throw new AppError('starting', 'The shared grid is not ready yet. Retry in a few seconds.');
  return { kind: 'existing', grid };
}

function refuseGrid(code: 'invalid' | 'grid_ended', message: string): AppError {
  return new AppError(code, message, [{ code, message, field: 'run[grids][][uuid]' }]);
}

function nodesWanted(choices: SettledChoice[], provider: string): number {
  return totalNodes(choices.filter((choice) => placementOf(choice).provider === provider));
}

function totalNodes(choices: SettledChoice[]): number {
  return choices.reduce(
    (sum, choice) => sum + (choice.kind === 'existing' ? choice.grid : choice.spec).instanceQuantity,
    0,
  );
}

function checkMinNodes(minNodes: number | null, nodes: number): void {
  if (minNodes === null || minNodes <= nodes) return;
  const field = 'run[min_nodes]';
  const message = `${field} is ${minNodes}, but the grids of the run have ${count(nodes, 'node')}. Use ${nodes} or less, or more nodes.`;
  throw new AppError('invalid', message, [{ code: 'invalid', message, field }]);
}

async function checkDisk(context: RunContext): Promise<void> {
  const freeBytes = await context.files.freeBytes();
  const { minFreeDiskBytes } = context.settings;
  if (freeBytes === null || freeBytes >= minFreeDiskBytes) return;
  const mb = (bytes: number) => Math.floor(bytes / (1 << 20));
  throw new AppError(
    'disk_full',
    `The disk of the service has ${mb(freeBytes)} MB free; new runs require ${mb(minFreeDiskBytes)} MB. Free disk space, or shorten the retention.`,
  );
}

async function keepFiles(context: RunContext, input: NewRun): Promise<Omit<StoredRunFile, 'isRemoved'>[]> {
  const kept: Omit<StoredRunFile, 'isRemoved'>[] = [];
  for (const file of input.files) {
    const { name, sizeBytes, sha256 } = file;
    kept.push({ id: newId(), name, sizeBytes, sha256, storageKey: await context.files.keep(file) });
  }
  return kept;
}

async function writeRun(
  context: RunContext,
  actor: Author,
  input: Parameters & Checked & { repeatOf: string | null; demoPort: number | null; testId: string | null },
  choices: SettledChoice[],
  files: Omit<StoredRunFile, 'isRemoved'>[],
): Promise<string> {
  const runId = newId();
  const nowMs = await databaseNowMs(context.grids.database);
  const work = async (tx: Queryable) => {
    // Already inserted, if the connection broke after the commit.
    if (await lockRun(tx, runId)) return;
    const isThere = await lockSharedFiles(
      tx,
      files.map((file) => file.storageKey),
    );
    if (!isThere) throw filesExpired(input.repeatOf ?? runId);
    const project = await projectOfActor(tx, actor, input.project, 'run[project]');
    const { accountId, userId } = actor;
    const record: NewRunRecord = {
      ...input,
      id: runId,
      batchId: newId(),
      accountId,
      userId,
      projectId: project.id,
      ...(await placeInTest(tx, input, { accountId, projectId: project.id })),
    };
    await insertRun(tx, record);
    const { testId } = record;
    if (testId !== null && input.repeatOf === null) await setTestRun(tx, testId, runId);
    await addWarnings(tx, runId, gridEndWarnings(choices.map(plannedGrid), input.durationS, nowMs));
    await addWarnings(tx, runId, choices.flatMap(warningsOfChoice));
    await insertRunFiles(tx, runId, files);
    await linkRunToGrids(tx, runId, await gridIdsFor(context, tx, record, choices));
    await scheduleAdvance(tx, runId);
  };
  await context.grids.database.transaction(work, { isIdempotent: true });
  return runId;
}

/** The test of a new run and the version of its plan. A repeat stays in the test of its original. */
async function placeInTest(
  tx: Queryable,
  {
    testId: known,
    test: name,
    planName,
    planSha256,
    name: runName,
  }: Pick<NewRun, 'test' | 'name'> & Pick<NewRunRecord, 'testId' | 'planName' | 'planSha256'>,
  owner: { accountId: number; projectId: number },
): Promise<Pick<NewRunRecord, 'testId' | 'planVersion'>> {
  if (planName === null || planSha256 === null) return { testId: null, planVersion: null };
  const testId = known ?? (await findOrCreateTest(tx, { ...owner, name, planName, runName }));
  return { testId, planVersion: await planVersionOf(tx, testId, planSha256) };
}

export function filesExpired(runId: string): AppError {
  return new AppError(
    'files_expired',
    `The files of run ${runId} have been deleted by the retention rules. Upload them again.`,
  );
}

function plannedGrid(choice: SettledChoice): PlannedGrid {
  if (choice.kind === 'new') return { stopAfterMin: choice.spec.stopAfterMin };
  const { name, startedAt, stopAfterMin, endsAt } = choice.grid;
  return startedAt === null && stopAfterMin > 0
    ? { stopAfterMin }
    : { name, endsAtMs: endsAt?.getTime() ?? null };
}

async function gridIdsFor(
  context: RunContext,
  tx: Queryable,
  run: NewRunRecord,
  choices: SettledChoice[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const choice of choices) {
    if (choice.kind === 'existing') {
      ids.push(choice.grid.id);
      continue;
    }
    const id = await writeNewGrid(tx, context.grids, {
      ...choice.spec,
      accountId: run.accountId,
      batchId: run.batchId,
      ...choice.placement,
      status: 'starting',
    });
    await scheduleReconcile(tx, id);
    ids.push(id);
  }
  return ids;
}

/** Existing grids reported their warnings when they were created. */
function warningsOfChoice(choice: SettledChoice): string[] {
  if (choice.kind === 'existing') return [];
  return gridWarnings({ ...choice.spec, ...choice.placement });
}
