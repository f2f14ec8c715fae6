import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const commands = fileURLToPath(new URL('../cli/commands/index.ts', import.meta.url));

const listModules = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
  await import(process.argv[1]);
  console.log(urls.join('\\n'));
`;

test('CLI commands import only types of the resources: loading schemas would triple the start time', () => {
  const args = ['--input-type=module', '-e', listModules, commands];
  const urls = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
  assert.ok(urls.some((url) => url.endsWith('/cli/commands/run.ts')));
  assert.deepEqual(
    urls.filter((url) => url.includes('/node_modules/typebox/')),
    [],
  );
});
