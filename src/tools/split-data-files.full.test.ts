import assert from 'node:assert/strict';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { splitFile } from './split-data-files.ts';

const rows = 10_000_000;

test('of ten million rows, each is in one part', async (t) => {
  const folder = await temporaryFolder(t);
  const whole = join(folder, 'whole.csv');
  await pipeline(Readable.from(chunks()), createWriteStream(whole));
  const seen = new Uint8Array(rows);
  for (const index of [0, 1, 2]) {
    const path = join(folder, 'part.csv');
    await copyFile(whole, path);
    await splitFile(path, 'part.csv', true, { index, count: 3 });
    assert.equal(await countRows(path, seen), Math.ceil((rows - index) / 3));
  }
  assert.ok(seen.every((times) => times === 1));
});

/** Counts each id in `seen`; returns the number of rows after the header. */
async function countRows(path: string, seen: Uint8Array): Promise<number> {
  const lineFeed = 0x0a;
  let id = 0;
  let lines = 0;
  let hasDigits = false;
  for await (const chunk of createReadStream(path)) {
    for (const byte of chunk as Buffer) {
      if (byte !== lineFeed) {
        id = id * 10 + byte - 0x30;
        hasDigits = true;
        continue;
      }
      if (lines > 0 && hasDigits) seen[id]! += 1;
      id = 0;
      hasDigits = false;
      lines += 1;
    }
  }
  return lines - 1;
}

function* chunks(): Generator<string> {
  yield 'id\n';
  for (let from = 0; from < rows; from += 100_000) {
    let text = '';
    for (let at = from; at < from + 100_000; at++) text += `${at}\n`;
    yield text;
  }
}
