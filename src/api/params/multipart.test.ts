import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { readMultipart } from './multipart.ts';

const headers = { 'content-type': 'multipart/form-data; boundary=b' };

test('a form that is refused ends although the parser finds a file after that', {
  timeout: 30_000,
}, async () => {
  const field = `--b\r\nContent-Disposition: form-data; name="run[name]"\r\n\r\n${'n'.repeat(2_000)}\r\n`;
  const file = '--b\r\nContent-Disposition: form-data; name="run_files[]"; filename="a.csv"\r\n\r\nx';
  const reading = readMultipart(
    Readable.from([Buffer.from(field + file)], { objectMode: false }),
    headers,
    { maxFieldsBytes: 1_000 },
    async (_field, _name, stream) => {
      stream.resume();
      await finished(stream);
    },
  );
  await assert.rejects(reading, { code: 'too_large' });
});
