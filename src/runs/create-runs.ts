import { defaultStopAfterMin } from '../contract/run-settings.ts';
import { parameterName } from '../contract/secret-parameters.ts';
import type { Actor, Role } from '../domain/account.ts';
import { AppError } from '../domain/errors.ts';
import { distributeNodes } from '../domain/grid-nodes.ts';
import { settingsOf } from '../domain/run-settings.ts';
import { changeSecrets } from '../domain/secret.ts';
import { resultRows } from '../metrics/results.ts';
import { seriesPoint } from '../metrics/series.ts';
import type { TrendRow } from '../metrics/trend.ts';
import { demoParameters } from '../plans/demo-plan.ts';
import { withoutParameters, withParameters } from '../plans/override-parameters.ts';
import { findArchive } from '../store/archives.ts';
import { readErrorSamples } from '../store/error-samples.ts';
import { executionsOfRun } from '../store/executions.ts';
import { gridsOfRuns } from '../store/grids.ts';
import { readTags, readTrend } from '../store/run-lists.ts';
import {
  findRun,
  listRuns,
  markRunDeleted,
  notifyRun,
  type RunRecord,
  requestStop,
  runFiles,
  type StoredRunFile,
  setDetails,
  setPrivacy,
} from '../store/runs.ts';
import { releaseRun, setTestRun } from '../store/tests.ts';
import { awaitEnd } from './await-end.ts';
import type { FilesToCheck } from './check-files.ts';
import { controlRun } from './control-run.ts';
import { judgeRun } from './judge-run.ts';
import { localCopies } from './local-copies.ts';
import { acceptRepeat, acceptRun, estimateNewRun, filesExpired } from './new-run.ts';
import { withRowTimes } from './report-times.ts';
import { readFinal, readReport } from './reports.ts';
import { allGrids } from './roller.ts';
import { decodeRollups } from './rollup-reading.ts';
import type { RunContext } from './run-context.ts';
import { scheduleAdvance } from './run-signals.ts';
import { viewRuns } from './run-view.ts';
import type { GridChoice, RepeatWhere, RunChanges, Runs, RunView, StoredFile } from './runs.ts';
import { checkWithSecrets, openSecrets, sealSecrets } from './secrets.ts';
import { admitWebhook, switchWebhook } from './webhook.ts';
import { readWholes } from './whole-reading.ts';

const pageSize = 50;
const maxTrendRuns = 200;
const maxTags = 500;
const maxErrorSamples = 20;

/** Author of a repeat; `userId` is null for webhooks. */
interface Author {
  userId: number | null;
  role: Role;
}

export function createRuns(context: RunContext): Runs {
  const { database } = context.grids;

  async function view(run: RunRecord): Promise<RunView> {
    const [only] = await viewRuns(context, [run]);
    return only as RunView;
  }

  async function find(runId: string, isVisible: (run: RunRecord) => boolean): Promise<RunRecord> {
    const run = await findRun(database, runId);
    if (!run || !isVisible(run)) throw unknownRun(runId);
    return run;
  }

  const findOwn = (actor: Actor, runId: string) =>
    find(
      runId,
      (run) =>
        run.accountId === actor.accountId && (actor.projectId === null || run.project.id === actor.projectId),
    );

  async function repeat(run: RunRecord, author: Author, where: RepeatWhere): Promise<RunView> {
    refuseImported(run);
    // Throws if the secrets cannot be decrypted, as nodes need them.
    openSecrets(context.grids.sealer, run);
    const files = (await runFiles(database, [run.id])).get(run.id) ?? [];
    const grids = await placesFor(context, run, where);
    const accept = (source: RunRecord) =>
      acceptRepeat(
        context,
        { accountId: run.accountId, projectId: run.project.id, ...author },
        { ...source, warnings: run.planWarnings, project: run.project.name, test: null, grids },
        { id: run.id, files },
      );
    if (run.demoPort !== null) refusePlace(where);
    const id = await (run.demoPort === null
      ? accept(run)
      : context.demoTargets.withTarget(run.demoPort, (demoPort) =>
          accept({ ...run, demoPort, overrideParameters: demoParameters(demoPort) }),
        ));
    return view(await find(id, () => true));
  }

  async function checkStored(input: Omit<FilesToCheck, 'files'>, stored: readonly StoredRunFile[]) {
    await using local = localCopies(context.files);
    const files = await local.withPaths(stored);
    return await checkWithSecrets(context.examiner, { ...input, files });
  }

  async function repeatWith(run: RunRecord, author: Author, changes: RunChanges): Promise<RunView> {
    refuseImported(run);
    if (run.demoPort !== null)
      throw new AppError('invalid', 'A demo run cannot be changed. Upload a plan of your own.');
    const stored = (await runFiles(database, [run.id])).get(run.id) ?? [];
    if (stored.some((file) => file.isRemoved)) throw filesExpired(run.id);
    const {
      grids,
      nodes,
      test,
      parameters = [],
      secrets: changedSecrets = [],
      isSaved,
      ...changed
    } = changes;
    const { sealer } = context.grids;
    // An ordinary value replaces a secret of the same name, and vice versa.
    const secrets = changeSecrets(openSecrets(sealer, run), [
      ...parameters.map((entry) => ({ name: parameterName(entry), value: '' })),
      ...changedSecrets,
    ]);
    const merged = { ...run, ...changed };
    const input = {
      ...merged,
      ...sealSecrets(sealer, secrets),
      secrets,
      overrideParameters: withoutParameters(
        withParameters(merged.overrideParameters, parameters),
        secrets.map(({ name }) => name),
      ),
      project: run.project.name,
      test: test ?? null,
      ...(test !== undefined && { testId: null }),
    };
    const check = await checkStored(input, stored);
    const id = await acceptRepeat(
      context,
      { accountId: run.accountId, projectId: run.project.id, ...author },
      {
        ...input,
        ...check,
        grids: grids ?? (await gridsLike(context, { ...run, ...settingsOf(input) }, nodes)),
      },
      { id: run.id, files: stored },
    );
    const made = await find(id, () => true);
    const isDefinition = isSaved === true || test !== undefined;
    if (isDefinition && made.test !== null) await setTestRun(database, made.test.id, id);
    return view(made);
  }

  return {
    async create(actor, input) {
      const id = await acceptRun(context, actor, input);
      return view(await findOwn(actor, id));
    },

    inspect: (input) => context.examiner.inspect(input),

    estimate: (actor, input) => estimateNewRun(context, actor, input),

    get: async (actor, runId) => view(await findOwn(actor, runId)),

    getPublic: async (runId) => view(await find(runId, (run) => run.privacy === 'public')),

    async list(actor, page, filter, sort) {
      const window = { limit: pageSize, offset: (page - 1) * pageSize };
      const { total, runs } = await listRuns(database, actor, window, filter, sort);
      return { total, pageSize, runs: await viewRuns(context, runs) };
    },

    tags: (actor) => readTags(database, actor, maxTags),

    async trend(actor, filter) {
      const { total, rows } = await readTrend(database, actor, filter, maxTrendRuns);
      const timed: TrendRow[] = [];
      for (const row of rows)
        timed.push({ ...row, figures: await withRowTimes(database, row.id, row.figures) });
      return { total, rows: timed };
    },

    async stop(actor, runId) {
      const run = await findOwn(actor, runId);
      if (run.phase !== 'finished') {
        await database.transaction(async (tx) => {
          await requestStop(tx, runId, null);
          await scheduleAdvance(tx, runId);
        });
        await awaitEnd(context, runId);
      }
      return view(await findOwn(actor, runId));
    },

    async control(actor, runId, change) {
      await controlRun(context, actor, await findOwn(actor, runId), change);
      return view(await findOwn(actor, runId));
    },

    repeat: async (actor, runId, where) => repeat(await findOwn(actor, runId), authorOf(actor), where),

    repeatWith: async (actor, runId, changes) =>
      repeatWith(await findOwn(actor, runId), authorOf(actor), changes),

    repeatByService: async (runId, userId) =>
      repeat(await find(runId, () => true), { userId, role: 'member' }, {}),

    async repeatByWebhook(runId, where, secret) {
      const run = await find(runId, () => true);
      await admitWebhook(database, run, secret, context.grids.clock.nowMs());
      // The new run has no webhook.
      return repeat({ ...run, isWebhookOn: false }, { userId: null, role: 'member' }, where);
    },

    async switchWebhook(actor, runId, isOn) {
      refuseImported(await findOwn(actor, runId));
      return switchWebhook(database, runId, isOn);
    },

    async setPrivacy(actor, runId, privacy) {
      await findOwn(actor, runId);
      await setPrivacy(database, runId, privacy);
      return view(await findOwn(actor, runId));
    },

    async change(actor, runId, details) {
      refuseImported(await findOwn(actor, runId));
      await setDetails(database, runId, details);
      return view(await findOwn(actor, runId));
    },

    async remove(actor, runId) {
      const run = await findOwn(actor, runId);
      if (run.phase !== 'finished') {
        throw new AppError('run_not_finished', `Run ${runId} is not finished. Stop it before deleting it.`);
      }
      await database.transaction(async (tx) => {
        await markRunDeleted(tx, runId);
        await releaseRun(tx, runId);
        await notifyRun(tx, runId);
      });
    },

    report: async ({ run }) =>
      readReport(database, await find(run.id, () => true), context.settings.apdexThresholdMs),

    async judge({ run }, expressions) {
      if (expressions.length === 0 && run.thresholds !== null) return run.thresholds;
      const chosen = expressions.length > 0 ? expressions : run.failIf;
      return judgeRun(database, run, chosen, context.settings.apdexThresholdMs);
    },

    reconciliation: async ({ run }) => (await readFinal(database, run))?.reconciliation ?? null,

    async series({ run }, query) {
      const points = [];
      const { resolutionS: spanS, gridId = allGrids, fromS, toS, label, times } = query;
      const isTotal = label === undefined;
      const range = { runId: run.id, spanS, gridId, fromS, toS, isTotal };
      const isWanted = isTotal ? undefined : (name: string) => name === label;
      for await (const rollup of decodeRollups(database, range, isWanted)) {
        points.push(seriesPoint(rollup, label, times));
      }
      return points;
    },

    async *results({ run, grids }, gridId, shape = 'documented') {
      const wholes = await readWholes(database, run.id);
      // An imported run has roll-ups over all grids only.
      const known = run.imported === null ? grids.map(({ grid }) => grid.id) : [allGrids];
      const chosen = known.filter((id) => gridId === undefined || id === gridId);
      yield* resultRows({
        shape,
        grids: chosen.map((id) => ({
          gridId: id,
          labels: [...(wholes.get(id)?.labels.keys() ?? [])],
          readRollups15: () => decodeRollups(database, { runId: run.id, spanS: 15, gridId: id }),
        })),
      });
    },

    async logs({ run }) {
      const executions = await executionsOfRun(database, run.id);
      return executions.map(({ gridId, nodeIndex, state, logTail: lines }) => ({
        gridId,
        nodeIndex,
        state,
        lines,
      }));
    },

    errorSamples: ({ run }, filter) => readErrorSamples(database, run.id, filter, maxErrorSamples),

    async openFile({ run }, fileId) {
      const file = (await runFiles(database, [run.id]))
        .get(run.id)
        ?.find((candidate) => candidate.id === fileId);
      if (!file)
        throw new AppError(
          'not_found',
          `Sorry, we cannot find that resource. Run ${run.id} has no file ${fileId}.`,
        );
      if (file.isRemoved)
        throw new AppError(
          'files_expired',
          `File ${file.name} of run ${run.id} has been deleted by the retention rules.`,
        );
      return storedFile(context, file.name, file.storageKey);
    },

    async openArchive(key) {
      const archive = await findArchive(database, key);
      if (!archive) return undefined;
      if (archive.isRemoved)
        throw new AppError('files_expired', 'This archive has been deleted by the retention rules.');
      return storedFile(context, `${key}.tar.gz`, archive.storageKey);
    },
  };
}

async function storedFile({ files }: RunContext, name: string, storageKey: string): Promise<StoredFile> {
  const sizeBytes = await files.sizeOf(storageKey);
  if (sizeBytes === undefined) throw new AppError('files_expired', `${name} is no longer in the file store.`);
  return { name, sizeBytes, open: (range) => files.open(storageKey, range) };
}

/** Grids of a repeat: the requested one, else the same grids if still running, else new grids with the same settings. */
async function placesFor(context: RunContext, run: RunRecord, where: RepeatWhere): Promise<GridChoice[]> {
  if (where.gridId) return [{ kind: 'existing', gridId: where.gridId }];
  if (where.region) return [{ kind: 'region', region: where.region }];
  const grids = (await gridsOfRuns(context.grids.database, [run.id])).get(run.id) ?? [];
  return grids.map((grid): GridChoice => {
    const isUp = grid.status !== 'stopped' && grid.status !== 'invoiced';
    const { infrastructure } = grid;
    if (isUp || infrastructure === 'shared') return { kind: 'existing', gridId: grid.id };
    return { kind: 'new', spec: { ...grid, infrastructure } };
  });
}

/** The grids of a run, or new ones like them with this many nodes in total. */
async function gridsLike(
  context: RunContext,
  run: RunRecord,
  nodes: number | undefined,
): Promise<GridChoice[]> {
  if (nodes === undefined) return placesFor(context, run, {});
  const grids = (await gridsOfRuns(context.grids.database, [run.id])).get(run.id) ?? [];
  const now = grids.reduce((sum, { instanceQuantity }) => sum + instanceQuantity, 0);
  if (now === nodes) return placesFor(context, run, {});
  const stopAfterMin = defaultStopAfterMin(run.durationS, run.rampupS);
  return distributeNodes(grids, nodes, stopAfterMin).map((spec): GridChoice => ({ kind: 'new', spec }));
}

/** An imported run contains the measurements of another service. */
function refuseImported({ id, imported }: RunRecord): void {
  if (imported === null) return;
  throw new AppError(
    'invalid',
    `Run ${id} was imported from ${imported.service} and is read-only. To run its plan here, upload it as a new run.`,
  );
}

/** A demo run stays on the shared grid. */
function refusePlace({ gridId, region }: RepeatWhere): void {
  if (gridId === undefined && region === undefined) return;
  throw new AppError(
    'invalid',
    'A demo run can only be repeated on the shared grid: its target listens on the machine of the service. Omit grid and region.',
  );
}

function unknownRun(runId: string): AppError {
  return new AppError('not_found', `Sorry, we cannot find that resource. There is no run ${runId}.`);
}

function authorOf({ userId, role }: Actor): Author {
  return { userId, role };
}
