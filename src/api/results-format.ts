import type { ResultRow } from '../metrics/results.ts';
import type { RunView } from '../runs/runs.ts';
import { type Dialect, inDialect } from './aliases.ts';
import { shortNameOf } from './hal/grid.ts';

export type ResultsFormat = 'v2' | 'v3' | 'json';

const chunkChars = 32 * 1024;

/** The results as text, in pieces of a size that is worth sending. */
export async function* formatResults(
  rows: AsyncIterable<ResultRow>,
  view: RunView,
  format: ResultsFormat,
  dialect: Dialect,
): AsyncGenerator<string> {
  const { head, separator, tail, line } = formatOf(format, view, dialect);
  let chunk = head;
  let isFirst = true;
  for await (const row of rows) {
    chunk += isFirst ? line(row) : separator + line(row);
    isFirst = false;
    if (chunk.length < chunkChars) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk + tail;
}

interface Format {
  head: string;
  separator: string;
  tail: string;
  line(row: ResultRow): string;
}

function formatOf(format: ResultsFormat, view: RunView, dialect: Dialect): Format {
  switch (format) {
    case 'v2':
      return csv(documentedColumns(view), dialect);
    case 'v3':
      return csv(readableColumns(view), dialect);
    case 'json':
      return json(documentedColumns(view), dialect);
  }
}

type Columns = Record<string, (row: ResultRow) => string | number>;

/** The documented CSV: numbers for account, run, project and grid. */
function documentedColumns(view: RunView): Columns {
  const { run } = view;
  const grids = new Map(view.grids.map(({ grid }) => [grid.id, grid]));
  return {
    Time: (row) => row.timeMs,
    Measurement: (row) => row.measurement,
    Label: (row) => row.label,
    Account: () => run.accountId,
    Run: () => run.number,
    Project: () => run.project.id,
    Grid: (row) => grids.get(row.gridId)?.number ?? 0,
    Region: (row) => grids.get(row.gridId)?.region ?? '',
    Value: (row) => row.value,
  };
}

/** The original's later download for people. */
function readableColumns(view: RunView): Columns {
  const { run } = view;
  const grids = new Map(view.grids.map(({ grid }) => [grid.id, grid]));
  const startedMs = run.startedAt?.getTime() ?? null;
  return {
    Time: (row) => new Date(row.timeMs).toISOString().slice(0, 19).replace('T', ' '),
    'Elapsed Time': (row) => elapsed(row.timeMs - (startedMs ?? row.timeMs)),
    'Account UUID': () => run.accountId,
    'Project UUID': () => run.project.id,
    Project: () => run.project.name,
    'Stream UUID': (row) => row.gridId,
    Stream: (row) => shortNameOf(grids.get(row.gridId)?.name ?? ''),
    'Run UUID': () => run.id,
    Run: () => run.name ?? '',
    Region: (row) => grids.get(row.gridId)?.region ?? '',
    Measurement: (row) => (row.measurement === 'concurrency' ? 'concurrent_users' : row.measurement),
    Label: (row) => row.label,
    Value: (row) => row.value,
  };
}

function csv(columns: Columns, dialect: Dialect): Format {
  const names = Object.keys(columns).map((name) => inDialect('column', name, dialect));
  const cells = Object.values(columns);
  return {
    head: `${names.join(',')}\n`,
    separator: '',
    tail: '',
    line: (row) => `${cells.map((cell) => quote(cell(row))).join(',')}\n`,
  };
}

function json(columns: Columns, dialect: Dialect): Format {
  const entries = Object.entries(columns).map(
    ([name, cell]) => [inDialect('key', name.toLowerCase(), dialect), cell] as const,
  );
  return {
    head: '[',
    separator: ',',
    tail: ']\n',
    line: (row) => JSON.stringify(Object.fromEntries(entries.map(([name, cell]) => [name, cell(row)]))),
  };
}

function quote(cell: string | number): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first bucket may begin before the run did. */
function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
