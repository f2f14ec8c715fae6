import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { connectS3 } from '../../src/store/files/s3-client.ts';
import { afterwards } from '../support/afterwards.ts';
import { runCli } from '../support/cli.ts';
import { sql } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { startPresignedProxy } from '../support/s3/presigned-proxy.ts';
import { startStorage, type TestStorage } from '../support/s3/storage.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const skip = needs('go');
const requests = 40;

/** A plan against a target of the test; with a pause, it takes some seconds. */
async function planOf(t: TestContext, pauseMs = 0): Promise<string> {
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  return plan({ port: target.port, path: '/', threads: '2', loops: String(requests / 2), pauseMs });
}

async function serviceOf(t: TestContext, environment: Record<string, string>): Promise<TestService> {
  const service = await startService(environment);
  afterwards(t, () => service.close());
  return service;
}

/** Keys of the files in the bucket below the prefix. */
async function storedKeys(storage: TestStorage, prefix: string): Promise<string[]> {
  const client = connectS3(storage.access);
  const list = new ListObjectsV2Command({ Bucket: storage.bucket, Prefix: `${prefix}/files/` });
  const { Contents = [] } = await client.send(list);
  client.destroy();
  return Contents.map(({ Key = '' }) => Key);
}

/** Logs of the agents on the service's machine. */
async function nodeLogs({ dataDir }: TestService): Promise<string[]> {
  const files = await readdir(dataDir, { recursive: true });
  const paths = files.filter((path) => basename(path) === 'agent.log');
  assert.ok(paths.length > 0);
  return Promise.all(paths.map((path) => readFile(join(dataDir, path), 'utf8')));
}

/** The same figures in report, series, CSV and archive, and the uploaded plan. */
async function checkRun(service: TestService, run: Json, uploaded: string): Promise<void> {
  const same = { series: requests, report: requests, csv: requests, frames: requests };
  assert.deepEqual(await countEverywhere(service, run), same);
  const [file] = run._embedded.files;
  const answer = await service.fetch(file.href);
  assert.equal(await answer.text(), uploaded);
  const part = await service.fetch(file.href, { headers: { range: 'bytes=2-5' } });
  assert.equal(part.status, 206);
  assert.equal(await part.text(), uploaded.slice(2, 6));
}

test('a run has its plan, archive, report and CSV with files on S3 only', { skip }, async (t) => {
  const storage = await startStorage(t);
  const service = await serviceOf(t, storage.variables('whole'));
  const uploaded = await planOf(t);
  const { uuid } = await createRun(service, { files: { 'plan.jmx': uploaded } });
  const run = await awaitStatus(service, uuid, 'finished');
  await checkRun(service, run, uploaded);
  assert.equal((await storedKeys(storage, 'whole')).length, 2);
  assert.deepEqual((await readdir(join(service.dataDir, 'files'))).toSorted(), ['staged']);
  assert.deepEqual(await readdir(join(service.dataDir, 'files', 'staged')), []);

  const repeat = await service.json(`/runs/${uuid}/repeat`);
  await awaitStatus(service, repeat.uuid, 'finished');
  assert.equal((await storedKeys(storage, 'whole')).length, 3, 'the plan is shared');

  for (const id of [uuid, repeat.uuid]) {
    assert.ok((await service.fetch(`/runs/${id}`, { method: 'DELETE' })).ok);
  }
  // The retention job runs every hour.
  await sql(service, `update graphile_worker._private_jobs set run_at = now() where key = 'retention'`);
  await until('the files are deleted', async () => (await storedKeys(storage, 'whole')).length === 0);
});

test('nodes transfer files straight from and to the storage, or through the service', { skip }, async (t) => {
  const storage = await startStorage(t);
  const proxy = await startPresignedProxy(t, storage.access.endpoint ?? '');
  const service = await serviceOf(t, {
    ...storage.variables('direct'),
    SPATE_S3_ENDPOINT: proxy.endpoint,
    SPATE_FILES_DIRECT: 'on',
  });
  const uploaded = await planOf(t);
  const count = (kind: string) => proxy.counts.get(kind) ?? 0;
  const runOnce = async () => {
    proxy.counts.clear();
    const { uuid } = await createRun(service, { files: { 'plan.jmx': uploaded } });
    const run = await awaitStatus(service, uuid, 'finished');
    assert.equal(run.remote_errors, null);
    return run;
  };

  const run = await runOnce();
  // The service itself stores the plan only.
  assert.deepEqual([count('GET presigned'), count('PUT presigned'), count('PUT signed')], [1, 1, 1]);
  assert.equal(count('GET signed'), 0);
  await checkRun(service, run, uploaded);

  proxy.rejectPresigned();
  const other = await runOnce();
  assert.equal(count('PUT signed'), 2);
  await checkRun(service, other, uploaded);
  assert.equal((await storedKeys(storage, 'direct')).length, 4);
  const logs = [await service.log(), ...(await nodeLogs(service))];
  assert.match(logs.join(''), /file\.direct-download\.failed/);
  assert.match(logs.join(''), /archive\.direct-upload\.failed/);
  assert.doesNotMatch(logs.join(''), /X-Amz-Signature/);
});

test('a run is finished with its archive when the storage was down', { skip }, async (t) => {
  const storage = await startStorage(t);
  const service = await serviceOf(t, storage.variables('outage'));
  const uploaded = await planOf(t, 200);
  const { uuid } = await createRun(service, { files: { 'plan.jmx': uploaded } });
  await until('the node has the plan', async () => {
    const [row] = await sql(service, `select started_at from runs where id = $1`, [uuid]);
    return (row as { started_at: Date | null }).started_at;
  });
  await storage.kill();
  await until('a request has failed', async () => /file-store\.request\.failed/.test(await service.log()));
  const refused = await service.fetch('/runs', { method: 'POST', body: formOf(uploaded) });
  assert.equal(refused.status, 503);
  await storage.start();
  const run = await awaitStatus(service, uuid, 'finished');
  await checkRun(service, run, uploaded);
  assert.deepEqual(await readdir(join(service.dataDir, 'files', 'staged')), []);
});

test('spate files move takes the files of a data folder to S3', { skip }, async (t) => {
  const storage = await startStorage(t);
  const environment: Record<string, string> = {};
  const service = await serviceOf(t, environment);
  const uploaded = await planOf(t);
  const { uuid } = await createRun(service, { files: { 'plan.jmx': uploaded } });
  await awaitStatus(service, uuid, 'finished');
  const move = () =>
    runCli(['files', 'move'], {
      cwd: service.dataDir,
      env: {
        PATH: process.env.PATH ?? '',
        SPATE_DATA_DIR: service.dataDir,
        DATABASE_URL: service.databaseUrl(),
        ...storage.variables('moved'),
      },
    });

  const beside = await move();
  assert.equal(beside.code, 1, beside.stderr);
  assert.match(beside.stdout, /^Copied 2 files \(.+\), 0 already there, 0 missing\.$/m);
  assert.match(beside.stderr, /A service is running/);
  await service.leave();

  Object.assign(environment, storage.variables('moved'));
  await assert.rejects(service.start(), /Move them with `spate files move`/);
  const moved = await move();
  assert.equal(moved.code, 0, moved.stderr);
  assert.match(moved.stdout, /^Copied 0 files \(0 B\), 2 already there, 0 missing\.$/m);
  await service.start();
  await checkRun(service, await service.json(`/runs/${uuid}`), uploaded);

  const other = { ...storage.variables('moved') };
  await assert.rejects(startService(other), /has the files of another Spate database/);
});

function formOf(uploaded: string): FormData {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  form.append('run_files[]', new Blob([uploaded]), 'plan.jmx');
  return form;
}
