import type { RunAbort } from '../domain/abort-rule.ts';
import type { GeneratorLoad } from '../domain/generator.ts';
import type { Run } from '../domain/run.ts';
import { forEachSetting, type RunSettings } from '../domain/run-settings.ts';
import type { ThresholdResult } from '../domain/threshold.ts';
import { restate } from '../domain/threshold-words.ts';
import type { RowFigures } from '../metrics/trend.ts';
import { type Columns, columnName, selectList } from './table.ts';

/** A run with internal fields of the lifecycle. */
export interface RunRecord extends Run {
  phaseAt: Date;
  startAt: Date | null;
  stopReason: string | null;
  /** Names and values of the secret parameters; null without any, and after the run was deleted. */
  secretsSealed: Buffer | null;
  /** The `warnings` caused by plan and parameters; repeats have them too. */
  planWarnings: string[];
  /** Total of all labels; set when finished with a report. */
  figures: RowFigures | null;
  framesRemovedAt: Date | null;
  /** Of the worst node; set when finished. */
  generator: GeneratorLoad | null;
  /** Reasons to doubt the figures; null until finished, and for runs of earlier versions. */
  doubts: string[] | null;
  isComplete: boolean | null;
  /** Port of the target of a demo run; null for other runs. */
  demoPort: number | null;
  testId: string | null;
  /** Name and hash of the plan; null for runs of earlier versions. */
  planName: string | null;
  planSha256: string | null;
}

/** The columns of a run by property. */
interface RunRow
  extends Omit<RunRecord, 'startedBy' | 'project' | 'planWarnings' | 'thresholds' | 'aborted' | 'test'> {
  projectId: number;
  /** Caused by plan and parameters. */
  warnings: string[];
  foundWarnings: string[];
  thresholds: Omit<ThresholdResult, 'requirement'>[] | null;
  aborted: (Omit<RunAbort, 'at'> & { at: string }) | null;
}

const settingColumns: Columns<RunSettings> = forEachSetting(
  () => 'plain',
  () => 'plain',
);

/** The columns that a new run sets. */
const newColumns = {
  id: 'plain',
  batchId: 'plain',
  accountId: 'plain',
  userId: 'plain',
  projectId: 'plain',
  tool: 'plain',
  toolRequested: 'plain',
  engineRequested: 'plain',
  engine: 'plain',
  engineReasons: 'json',
  name: 'plain',
  notes: 'plain',
  ...settingColumns,
  tags: 'plain',
  privacy: 'plain',
  isWebhookOn: 'plain',
  repeatOf: 'plain',
  warnings: 'plain',
  failIf: 'plain',
  abortIf: 'plain',
  secretNames: 'plain',
  secretsSealed: 'plain',
  demoPort: 'plain',
  testId: 'plain',
  planName: 'plain',
  planSha256: 'plain',
  planVersion: 'plain',
  phase: 'plain',
} as const satisfies Partial<Columns<RunRow>>;

export type NewRunRow = Pick<RunRow, keyof typeof newColumns>;
export const newRunColumns: Columns<NewRunRow> = newColumns;

/** All columns except the report, which is large with many labels. */
const columns: Columns<RunRow> = {
  ...newColumns,
  number: 'plain',
  phaseAt: 'plain',
  createdAt: 'plain',
  startAt: 'plain',
  startedAt: 'plain',
  stoppedAt: 'plain',
  loadEndedAt: 'plain',
  stopRequestedAt: 'plain',
  stopReason: 'plain',
  liveControl: 'json',
  remoteErrors: 'plain',
  foundWarnings: 'plain',
  thresholds: 'json',
  passed: 'plain',
  aborted: 'json',
  baseline: 'json',
  figures: 'json',
  framesRemovedAt: 'plain',
  generator: 'json',
  doubts: 'plain',
  isComplete: 'plain',
  imported: 'json',
};

/** A run as selected by `selectRun`. */
export interface SelectedRun extends RunRow {
  projectName: string;
  startedBy: Run['startedBy'];
  test: Run['test'];
}

export const fromRuns = 'from runs join projects on projects.id = runs.project_id';
export const selectRun = `select ${selectList('runs', columns)}, projects.name as "projectName",
  (select json_build_object('email', email, 'name', name) from users where id = runs.user_id) as "startedBy",
  (select json_build_object('id', id, 'name', name) from tests where id = runs.test_id) as test ${fromRuns}`;

export function toRun({ projectId, projectName, foundWarnings, ...row }: SelectedRun): RunRecord {
  return {
    ...row,
    project: { id: projectId, name: projectName },
    warnings: [...row.warnings, ...foundWarnings],
    planWarnings: row.warnings,
    thresholds: row.thresholds?.map(restate) ?? null,
    aborted: row.aborted && { ...row.aborted, at: new Date(row.aborted.at) },
  };
}

/** Whether two rows of runs have the same settings. */
export function haveSameSettings(one: string, other: string): string {
  return Object.keys(settingColumns)
    .map(columnName)
    .map((column) => `${one}.${column} is not distinct from ${other}.${column}`)
    .join(' and ');
}
