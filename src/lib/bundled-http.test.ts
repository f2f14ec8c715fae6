import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { build } from 'esbuild';
import { bundleOptions } from './bundle-options.ts';

const program = `
  import http, { request } from 'node:http';
  import * as all from 'http';
  import { createRequire } from 'node:module';
  const builtIn = createRequire('/')('node:http');
  console.log(JSON.stringify({
    isSame: http === builtIn && request === builtIn.request && all.globalAgent === builtIn.globalAgent,
    loadsFetch: process.moduleLoadList.some((name) => name.includes('undici')),
  }));`;

test('a bundled program that imports node:http gets that module and does not load fetch', async () => {
  const { outputFiles } = await build({
    ...bundleOptions,
    stdin: { contents: program, resolveDir: import.meta.dirname },
    write: false,
  });
  const input = outputFiles[0]?.text;
  const output = execFileSync(process.execPath, ['--input-type=module'], { input, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(output), { isSame: true, loadsFetch: false });
  const unbundled = execFileSync(process.execPath, ['--input-type=module'], {
    input: program,
    encoding: 'utf8',
  });
  assert.deepEqual(JSON.parse(unbundled), { isSame: true, loadsFetch: true }, 'it would without the plugin');
});
