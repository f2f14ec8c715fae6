import { csvLine } from '../lib/csv.ts';
import type { ResultRow } from './results.ts';

/** `Flood` for old clients. */
export type RunWord = 'Run' | 'Flood';

/** Numeric ids in the documented CSV. */
export interface CsvIds {
  account: number;
  run: number;
  project: number;
  /** By grid id. */
  grids: ReadonlyMap<string, { number: number; region: string }>;
}

export function resultsCsvHeader(runWord: RunWord = 'Run'): string {
  return `Time,Measurement,Label,Account,${runWord},Project,Grid,Region,Value\n`;
}

export function resultsCsvRow(row: ResultRow, ids: CsvIds): string {
  const grid = ids.grids.get(row.gridId);
  return csvLine([
    row.timeMs,
    row.measurement,
    row.label,
    ids.account,
    ids.run,
    ids.project,
    grid?.number ?? '',
    grid?.region ?? '',
    row.value,
  ]);
}

/** Names in the later CSV. A stream is the run on one grid. */
export interface LaterCsvNames {
  accountId: string;
  projectId: string;
  project: string;
  runId: string;
  run: string;
  startedAtMs: number;
  /** By grid id. */
  grids: ReadonlyMap<string, { name: string; region: string }>;
}

export function laterResultsCsvHeader(runWord: RunWord = 'Run'): string {
  return `Time,Elapsed Time,Account UUID,Project UUID,Project,Stream UUID,Stream,${runWord} UUID,${runWord},Region,Measurement,Label,Value\n`;
}

/** For rows of resultRows in the shape `later`. */
export function laterResultsCsvRow(row: ResultRow, names: LaterCsvNames): string {
  const grid = names.grids.get(row.gridId);
  return csvLine([
    new Date(row.timeMs).toISOString().slice(0, 19).replace('T', ' '),
    elapsed(row.timeMs - names.startedAtMs),
    names.accountId,
    names.projectId,
    names.project,
    row.gridId,
    grid?.name ?? '',
    names.runId,
    names.run,
    grid?.region ?? '',
    row.measurement === 'concurrency' ? 'concurrent_users' : row.measurement,
    row.label,
    row.value,
  ]);
}

/** HH:MM:SS; the first bucket may begin before the run. */
function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
