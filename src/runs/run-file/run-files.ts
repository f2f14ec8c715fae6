import { Readable } from 'node:stream';
import type { Actor } from '../../domain/account.ts';
import { AppError } from '../../domain/errors.ts';
import { noSettings, settingsOf } from '../../domain/run-settings.ts';
import { maskerOf } from '../../domain/secret.ts';
import { newId } from '../../lib/id.ts';
import { annotationsOfRun, insertAnnotation } from '../../store/annotations.ts';
import type { Queryable } from '../../store/database.ts';
import { finishImported, setImportedTimes } from '../../store/imported-runs.ts';
import { type RollupRow, readRollups, spans, writeRollups } from '../../store/rollups.ts';
import {
  findRun,
  findRunCourse,
  insertRun,
  insertRunFiles,
  notifyRun,
  type RunRecord,
  runFiles,
} from '../../store/runs.ts';
import { projectOfActor } from '../project-of-actor.ts';
import { composeReport, type FinalReport, headline, readFinal } from '../reports.ts';
import { allGrids } from '../roller.ts';
import type { RunContext } from '../run-context.ts';
import type { Runs, RunView, StagedFile } from '../runs.ts';
import { openSecrets } from '../secrets.ts';
import { readEntries } from './read-entries.ts';
import type { RunFileContent } from './read-run-file.ts';
import { decodeRecords, type RollupRecord } from './rollup-records.ts';
import { entryNames, type RunDocument, runFileLimits } from './run-document.ts';
import { type SigningKey, signingKeyOf } from './signing-key.ts';
import { writeRunFile } from './write-run-file.ts';

/** Signed files with the complete data of a run, for other services. */
export interface RunFiles {
  /** Returns a function that starts the export. Throws `run_not_finished` for an unfinished run. */
  export(view: RunView, service: string): Promise<() => Promise<Readable>>;
  /** Stores the run of a file, read-only. Throws `archive_refused`. */
  import(actor: Actor, file: StagedFile, project: string | null): Promise<RunView>;
  key(): Promise<SigningKey>;
}

const maxAnnotations = 500;
const rollupsPerQuery = 50;

export function createRunFiles(context: RunContext, runs: Pick<Runs, 'get'>): RunFiles {
  const { database, sealer, clock } = context.grids;
  const key = () => signingKeyOf(database, sealer);

  async function find(runId: string): Promise<RunRecord> {
    const run = await findRun(database, runId);
    if (run) return run;
    throw new AppError('not_found', `Sorry, we cannot find that resource. There is no run ${runId}.`);
  }

  return {
    key,

    async export(view, service) {
      const run = await find(view.run.id);
      if (run.phase !== 'finished')
        throw new AppError(
          'run_not_finished',
          `Run ${run.id} is not finished. Export it when it has finished.`,
        );
      return async () =>
        writeRunFile({
          document: await documentOf(context, run),
          plan: await planOf(context, run),
          rollups: rollupsOf(database, run.id),
          service,
          exportedAt: new Date(clock.nowMs()),
          key: await key(),
        });
    },

    async import(actor, file, project) {
      const content = await context.examiner.readRunFile(file.path, context.caps.maxLabels);
      const runId = newId();
      await database.transaction(async (tx) => {
        const { id: projectId } = await projectOfActor(tx, actor, project, 'run[project]');
        await insertRun(tx, recordOf(content, runId, actor, projectId));
        await setImportedTimes(tx, runId, {
          ...content.document,
          foundWarnings: [],
          imported: content.origin,
        });
        await storeEntries(context, tx, file.path, runId);
        for (const { at, kind, text } of content.document.annotations)
          await insertAnnotation(tx, {
            id: newId(),
            accountId: actor.accountId,
            userId: actor.userId,
            projectId,
            runId,
            at: new Date(at),
            kind,
            text,
          });
        await finish(context, tx, runId, content.document);
        await notifyRun(tx, runId);
      });
      return runs.get(actor, runId);
    },
  };
}

async function documentOf({ grids: { database } }: RunContext, run: RunRecord): Promise<RunDocument> {
  const final = await readFinal(database, run);
  const annotations = await annotationsOfRun(database, run, maxAnnotations);
  const course = await findRunCourse(database, run.id);
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: run.imported?.runId ?? run.id,
    tool: run.tool,
    toolRequested: run.toolRequested,
    engineRequested: run.engineRequested,
    engine: run.engine,
    engineReasons: run.engineReasons,
    name: run.name,
    notes: run.notes,
    tags: run.tags,
    project: run.project.name,
    test: run.test?.name ?? null,
    planVersion: run.planVersion,
    planName: run.planName,
    settings: settingsOf(run),
    secretNames: run.secretNames,
    createdAt: run.createdAt.toISOString(),
    startedAt: iso(run.startedAt),
    stoppedAt: (run.stoppedAt ?? run.createdAt).toISOString(),
    loadEndedAt: iso(run.loadEndedAt),
    stopRequestedAt: iso(run.stopRequestedAt),
    remoteErrors: run.remoteErrors,
    warnings: run.warnings,
    failIf: run.failIf,
    abortIf: run.abortIf,
    thresholds: (run.thresholds ?? []).map(({ expression, passed, actual, text }) => ({
      expression,
      passed,
      actual,
      text,
    })),
    passed: run.passed,
    aborted: run.aborted && { ...run.aborted, at: run.aborted.at.toISOString() },
    generator: run.generator && {
      lagP99Ms: run.generator.lagP99Ms,
      lagMaxMs: run.generator.lagMaxMs,
      busyShare: run.generator.busyShare,
      ...(run.generator.includesStart && { includesStart: run.generator.includesStart }),
    },
    verdict: course?.verdict ?? 'broken',
    doubts: run.doubts ?? [],
    isComplete: run.isComplete,
    receipt: final?.reconciliation ?? null,
    annotations: annotations.map(({ at, kind, text }) => ({ at: at.toISOString(), kind, text })),
  };
}

/** The plan with the secrets of the run masked. */
async function planOf(
  { grids, files }: RunContext,
  run: RunRecord,
): Promise<{ name: string; content: Buffer } | undefined> {
  const stored = ((await runFiles(grids.database, [run.id])).get(run.id) ?? []).find(
    ({ name }) => name === run.planName,
  );
  const isThere = stored && !stored.isRemoved && stored.sizeBytes <= runFileLimits.planBytes;
  if (!isThere || stored.name.includes('/')) return undefined;
  const chunks: Buffer[] = [];
  const masker = maskerOf({ secrets: openSecrets(grids.sealer, run) });
  const stream: AsyncIterable<Buffer> = await files.open(stored.storageKey);
  for await (const chunk of masker?.stream(stream) ?? stream) chunks.push(chunk);
  return { name: stored.name, content: Buffer.concat(chunks) };
}

async function* rollupsOf(db: Queryable, runId: string): AsyncGenerator<RollupRecord> {
  for (const spanS of spans)
    for await (const { startS, payload, total = null } of readRollups(db, {
      runId,
      spanS,
      gridId: allGrids,
      hasTotals: true,
    }))
      yield { spanS, startS, payload, total };
}

function recordOf(
  { document }: RunFileContent,
  runId: string,
  { accountId, userId }: Actor,
  projectId: number,
): Parameters<typeof insertRun>[1] {
  return {
    ...document,
    ...noSettings,
    ...document.settings,
    id: runId,
    batchId: newId(),
    accountId,
    userId,
    projectId,
    privacy: 'private',
    isWebhookOn: false,
    repeatOf: null,
    secretsSealed: null,
    demoPort: null,
    testId: null,
    planSha256: null,
    planVersion: null,
  };
}

/** Reads the checked file again: roll-ups need not fit into memory. */
async function storeEntries(context: RunContext, tx: Queryable, path: string, runId: string): Promise<void> {
  for await (const { name, content } of readEntries(path)) {
    if (name.startsWith(entryNames.rollups)) {
      const rows = decodeRecords(content)
        .map((record): RollupRow => ({ ...record, runId, gridId: allGrids }))
        .toArray();
      for (let at = 0; at < rows.length; at += rollupsPerQuery)
        await writeRollups(tx, rows.slice(at, at + rollupsPerQuery));
    } else if (name.startsWith(entryNames.plan)) {
      const staged = await context.files.stage(Readable.from([content]), {
        maxBytes: runFileLimits.planBytes,
      });
      const { sizeBytes, sha256 } = staged;
      const storageKey = await context.files.keep(staged);
      await insertRunFiles(tx, runId, [
        { id: newId(), name: name.slice(entryNames.plan.length), sizeBytes, sha256, storageKey },
      ]);
    }
  }
}

/** Figures are computed from the roll-ups; receipt and verdict are those of the file. */
async function finish(
  context: RunContext,
  tx: Queryable,
  runId: string,
  document: RunDocument,
): Promise<void> {
  const run = await findRun(tx, runId);
  if (!run) throw new Error(`Run ${runId} was not stored.`);
  const report = await composeReport(tx, run, context.settings.apdexThresholdMs, allGrids);
  const { durationS, maxConcurrency: maxUsers } = report;
  const { errorRatePercent, apdex } = headline(report);
  const { receipt, thresholds, passed, aborted, generator, verdict, doubts, isComplete } = document;
  const final: FinalReport | null = receipt && { report, reconciliation: receipt };
  await finishImported(tx, runId, {
    report: final,
    figures: { ...report.total, durationS, maxUsers, errorRatePercent, apdex },
    thresholds,
    passed,
    aborted,
    generator: generator ?? undefined,
    verdict,
    doubts,
    isComplete,
  });
}
