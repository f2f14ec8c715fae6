import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { fileNameOf } from '../../src/api/params/file-name.ts';
import { parseJsonBody } from '../../src/api/params/json-body.ts';
import { readMultipart } from '../../src/api/params/multipart.ts';
import { type ParamValue, parseNested } from '../../src/api/params/nested.ts';
import { readAbortRules, readThresholds } from '../../src/api/params/thresholds.ts';
import type { ErrorDetail } from '../../src/domain/errors.ts';
import { fuzz, fuzzAsync, rejected } from './fuzz.ts';
import { damaged, textOf } from './inputs.ts';
import { jsonBody, multipartForm, parameterName, parameterValue, threshold } from './request-inputs.ts';

// What clients send.
const roots = new Set(['run', 'run_files', 'grid', 'region', 'test']);

fuzz('nested parameters', {
  inputs: 200_000,
  from: fc.array(fc.record({ key: parameterName, value: parameterValue }), { maxLength: 8 }),
  parse(entries) {
    try {
      const { tree } = parseNested(entries, roots);
      assert.ok(Object.keys(tree).every((key) => roots.has(key)));
      requireNoPrototype(tree);
    } catch (error) {
      rejected(error);
    }
    assert.equal(Object.keys(Object.prototype).length, 0);
  },
});

fuzz('JSON bodies', {
  inputs: 80_000,
  from: damaged(jsonBody.map((text) => Buffer.from(text))),
  parse(body) {
    try {
      requireNoPrototype(parseJsonBody(body, roots).tree);
    } catch (error) {
      rejected(error);
    }
    assert.equal(Object.keys(Object.prototype).length, 0);
  },
});

fuzz('thresholds and abort rules', {
  inputs: 150_000,
  from: threshold,
  parse(expression) {
    const problems: ErrorDetail[] = [];
    readThresholds([expression], 'run[thresholds]', problems);
    readAbortRules([expression], 'run[abort_rules]', problems);
    for (const { message } of problems) assert.ok(message.length < 800, message);
  },
});

fuzz('names of uploads', {
  inputs: 50_000,
  from: textOf([
    '/',
    '\\',
    '..',
    '.',
    ' ',
    'plan',
    '.jmx',
    '\0',
    '\n',
    '\ud800',
    'é',
    'e\u0301',
    'n'.repeat(100),
  ]),
  parse(sent) {
    try {
      const name = fileNameOf(sent, 'run_files[]');
      assert.ok(!/[/\\\0]/.test(name) && name !== '.' && name !== '..' && Buffer.byteLength(name) <= 255);
    } catch (error) {
      rejected(error);
    }
  },
});

fuzzAsync('multipart forms', {
  inputs: 20_000,
  from: multipartForm,
  async parse({ boundary, body, chunkBytes }) {
    const source = Readable.from(piecesOf(body, chunkBytes), { objectMode: false });
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    let fileBytes = 0;
    try {
      const limits = { maxFieldsBytes: 16 * 1024, maxBodyBytes: 128 * 1024, quietMs: 0 };
      const entries = await readMultipart(source, headers, limits, async (_field, _name, stream) => {
        stream.on('data', (chunk: Buffer) => {
          fileBytes += chunk.length;
        });
        await finished(stream);
      });
      assert.ok(entries.every(({ key, value }) => typeof key === 'string' && typeof value === 'string'));
    } catch (error) {
      rejected(error);
    }
    assert.ok(fileBytes <= body.length);
  },
});

function* piecesOf(body: Buffer, chunkBytes: number): Generator<Buffer> {
  for (let at = 0; at < body.length; at += chunkBytes) yield body.subarray(at, at + chunkBytes);
}

function requireNoPrototype(value: ParamValue): void {
  if (typeof value === 'string') return;
  if (!Array.isArray(value)) assert.equal(Object.getPrototypeOf(value), null);
  for (const inner of Object.values(value)) requireNoPrototype(inner);
}
