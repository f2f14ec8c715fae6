import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { AppError } from '../domain/errors.ts';
import { storedBytesOfRun } from '../store/archives.ts';
import { insertRunFiles } from '../store/runs.ts';
import { directUpload, takeArchive } from './node-files.ts';

const postgres = withDatabase();
const megabyte = 2 ** 20;

test('limits uploads and archives of a run to its quota, and stores an archive once', async (t) => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database, { nodesPerGrid: 2 });
  const { files } = await runContextFor(t, database);
  const context = { database, files, minFreeDiskBytes: 0, runDiskBytes: 3 * megabyte };
  const [one, other] = executions;
  assert.ok(one && other);
  const file = { id: 'f', name: 'plan.jmx', sizeBytes: megabyte, sha256: '', storageKey: 'k' };
  await insertRunFiles(database, runId, [file]);
  const send = (node: typeof one, bytes: number, body = Readable.from([Buffer.alloc(bytes)])) => {
    const sha256 = createHash('sha256').update(Buffer.alloc(bytes)).digest('hex');
    return takeArchive(context, node.nodeId, { executionId: node.executionId, sha256, body });
  };
  const isOver = (error: unknown) =>
    error instanceof AppError &&
    error.code === 'over_quota' &&
    /exceeds its disk quota of 3 MB on the service \(SPATE_RUN_DISK_MB\)/.test(error.message);
  await assert.rejects(send(one, 2 * megabyte + 1), isOver);
  await send(one, 2 * megabyte - 100);
  assert.equal(await storedBytesOfRun(database, runId), 3 * megabyte - 100);
  await assert.rejects(send(other, 101), isOver);
  await send(other, 100);
  const again = Readable.from([Buffer.alloc(10)]);
  await send(one, 10, again);
  assert.equal(await storedBytesOfRun(database, runId), 3 * megabyte, 'the first one stays');
  const facts = { sizeBytes: 10, sha256: '' };
  assert.deepEqual(await directUpload(context, one.nodeId, one.executionId, facts), { isStored: true });
});
