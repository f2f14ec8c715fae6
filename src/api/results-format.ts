import type { ResultRowResource } from '../contract/resources/report.ts';
import { shortGridName } from '../grids/grid-name.ts';
import type { ResultRow } from '../metrics/results.ts';
import {
  laterResultsCsvHeader,
  laterResultsCsvRow,
  type RunWord,
  resultsCsvHeader,
  resultsCsvRow,
} from '../metrics/results-csv.ts';
import type { RunView } from '../runs/runs.ts';
import { answerInDialect, type Dialect, inDialect } from './aliases.ts';

export type ResultsFormat = 'v2' | 'v3' | 'json';

const chunkChars = 32 * 1024;

/** Results as text, in chunks suitable for sending. */
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
  const runWord = inDialect('column', 'Run', dialect) as RunWord;
  switch (format) {
    case 'v2': {
      const ids = idsOf(view);
      return csv(resultsCsvHeader(runWord), (row) => resultsCsvRow(row, ids));
    }
    case 'v3': {
      const names = namesOf(view);
      return csv(laterResultsCsvHeader(runWord), (row) => laterResultsCsvRow(row, names));
    }
    case 'json': {
      const ids = idsOf(view);
      const line = (row: ResultRow) => JSON.stringify(answerInDialect(jsonRow(row, ids), dialect, ''));
      return { head: '[', separator: ',', tail: ']\n', line };
    }
  }
}

function csv(head: string, line: (row: ResultRow) => string): Format {
  return { head, separator: '', tail: '', line };
}

type Ids = ReturnType<typeof idsOf>;

function idsOf({ run, grids }: RunView) {
  return {
    account: run.accountId,
    run: run.number,
    project: run.project.id,
    grids: new Map(grids.map(({ grid }) => [grid.id, { number: grid.number, region: grid.region }])),
  };
}

function namesOf({ run, grids }: RunView) {
  return {
    accountId: String(run.accountId),
    projectId: String(run.project.id),
    project: run.project.name,
    runId: run.id,
    run: run.name ?? '',
    startedAtMs: (run.startedAt ?? run.createdAt).getTime(),
    grids: new Map(
      grids.map(({ grid }) => [grid.id, { name: shortGridName(grid.name), region: grid.region }]),
    ),
  };
}

function jsonRow(row: ResultRow, ids: Ids): ResultRowResource {
  const grid = ids.grids.get(row.gridId);
  return {
    time: row.timeMs,
    measurement: row.measurement,
    label: row.label,
    account: ids.account,
    run: ids.run,
    project: ids.project,
    grid: grid?.number ?? 0,
    region: grid?.region ?? '',
    value: row.value,
  };
}
