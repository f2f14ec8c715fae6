import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Recording, RecordingFile } from './recording-file.ts';

const recording = (key: string): Recording => ({
  key,
  measuredTimes: '01',
  idle: ['IfController'],
  samples: [{ label: 'a' }, { label: 'b' }],
  requests: [{ url: '/{port}' }],
  files: { 'a.csv': 'x\n' },
});

describe('a file of recordings', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spate-recordings-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('returns what was recorded, for the same case and the same Apache JMeter alone', async () => {
    const written = await RecordingFile.open('room/kept', 'v1', folder);
    written.set('one', recording('k1'));
    await written.save(['one']);
    const same = await RecordingFile.open('room/kept', 'v1', folder);
    assert.deepEqual(same.get('one', 'k1'), recording('k1'));
    assert.equal(same.get('one', 'k2'), undefined);
    assert.equal(same.get('two', 'k1'), undefined);
    const other = await RecordingFile.open('room/kept', 'v2', folder);
    assert.equal(other.get('one', 'k1'), undefined);
  });

  it('names recordings without a case, and drops them when it is written', async () => {
    const written = await RecordingFile.open('room/stale', 'v1', folder);
    written.set('one', recording('k1'));
    written.set('two', recording('k2'));
    await written.save(['one', 'two']);
    assert.deepEqual(written.stale(['two', 'three']), ['one']);
    await written.save(['two', 'three']);
    const after = await RecordingFile.open('room/stale', 'v1', folder);
    assert.equal(after.get('one', 'k1'), undefined);
    assert.deepEqual(after.get('two', 'k2'), recording('k2'));
  });

  it('has a line for each sample, request and file', async () => {
    const written = await RecordingFile.open('room/lines', 'v1', folder);
    written.set('one', recording('k1'));
    await written.save(['one']);
    const lines = (await readFile(join(folder, 'room/lines.json'), 'utf8')).split('\n');
    assert.ok(
      ['{"label":"a"},', '{"url":"/{port}"}', '"a.csv": "x\\n"'].every((line) =>
        lines.some((each) => each.trim() === line),
      ),
    );
  });
});
