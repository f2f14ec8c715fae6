import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Json, ServiceApi } from './service.ts';
import { until } from './until.ts';

export interface NewTestRun {
  fields?: Record<string, string>;
  /** Pairs, because a key may repeat. */
  grids?: [string, string][];
  files: Record<string, string | Uint8Array<ArrayBuffer>>;
}

/** Creates a run with a multipart form. */
export async function createRun(service: ServiceApi, run: NewTestRun): Promise<Json> {
  const form = new FormData();
  const fields = { 'run[tool]': 'jmeter', ...run.fields };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, value] of run.grids ?? []) form.append(`run[grids][][${name}]`, value);
  for (const [name, content] of Object.entries(run.files))
    form.append('run_files[]', new Blob([content]), name);
  const answer = await service.fetch('/runs', { method: 'POST', body: form });
  const body = (await answer.json()) as Json;
  assert.equal(answer.status, 201, JSON.stringify(body));
  return body;
}

export function demandGrid(quantity: number): [string, string][] {
  return [
    ['infrastructure', 'demand'],
    ['instance_quantity', String(quantity)],
    ['region', 'us-east-1'],
    ['instance_type', 'm5.xlarge'],
    ['stop_after', '15'],
  ];
}

export async function awaitStatus(
  service: ServiceApi,
  runId: string,
  status: string,
  limitMs = 300_000,
): Promise<Json> {
  return until(
    `run ${runId} is ${status}`,
    async () => {
      // A restarting service does not respond for a while.
      const run = await service.json(`/runs/${runId}`).catch(() => undefined);
      if (run?.status === 'finished' && status !== 'finished')
        throw new Error(`Finished early: ${JSON.stringify(run.remote_errors)}`);
      return run?.status === status ? run : undefined;
    },
    limitMs,
  );
}

/** Sample counts that must be equal. */
export interface Counts {
  series: number;
  report: number;
  csv: number;
  frames: number;
}

export async function countEverywhere(service: ServiceApi, run: Json): Promise<Counts> {
  const report = await service.json(`/runs/${run.uuid}/report`);
  const series = await service.json(`/runs/${run.uuid}/series?resolution=1`);
  for (const figures of [report.total, ...report.labels, ...series.points]) assertCodes(figures);
  const csv = await (await service.fetch(`/runs/${run.uuid}/result.csv`)).text();
  let frames = 0;
  for (const archive of run._embedded.archives) frames += await countInArchive(archive.href);
  return {
    report: report.labels.reduce((sum: number, label: Json) => sum + label.passed + label.failed, 0),
    series: series.points.reduce((sum: number, point: Json) => sum + point.passed + point.failed, 0),
    csv: sumOfCsv(csv),
    frames,
  };
}

function assertCodes({ codes, passed, failed }: Json): void {
  const sum = (kind: string) => codes.reduce((all: number, code: Json) => all + code[kind], 0);
  assert.deepEqual(
    [sum('passed'), sum('failed')],
    [passed, failed],
    'the response codes add up to the samples',
  );
}

export function sumOfCsv(csv: string): number {
  return csv
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([, measurement]) => measurement === 'passed' || measurement === 'failed')
    .reduce((sum, cells) => sum + Number(cells.at(-1)), 0);
}

/** The archive's files by name, as text. */
export async function readArchive(href: string): Promise<Map<string, string>> {
  const files = await readArchiveBytes(href);
  return new Map([...files].map(([name, bytes]) => [name, bytes.toString('utf8')]));
}

/** The files of an archive by name, downloaded without credentials. */
export async function readArchiveBytes(href: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(href);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-encoding'), null);
  const files = new Map<string, Buffer>();
  const entries = Readable.from([new Uint8Array(await answer.arrayBuffer())])
    .pipe(createGunzip())
    .pipe(extract());
  for await (const entry of entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(entry.header.name, Buffer.concat(chunks));
  }
  return files;
}

async function countInArchive(href: string): Promise<number> {
  let samples = 0;
  for (const [name, text] of await readArchive(href)) {
    if (!name.startsWith('flood/frames/')) continue;
    for (const line of text.split('\n').filter(Boolean)) {
      const frame = JSON.parse(line) as Json;
      for (const label of Object.values<Json>(frame.labels)) {
        assertCodes(label);
        samples += label.passed + label.failed;
      }
    }
  }
  return samples;
}
