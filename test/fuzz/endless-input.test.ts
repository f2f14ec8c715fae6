import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';

const fuzzModule = JSON.stringify(new URL('fuzz.ts', import.meta.url).href);
const fastCheck = JSON.stringify(import.meta.resolve('fast-check'));

/** Fuzzes a parser in a process of its own, with a limit of 0.5 s for an input. Resolves with its signal and output. */
function fuzzInProcess(call: string, parse: string): Promise<{ signal: string | undefined; output: string }> {
  const script = `import fc from ${fastCheck};
    import { fuzz, fuzzAsync } from ${fuzzModule};
    const from = fc.constantFrom({ text: 'fine' }, { text: 'bad' });
    ${call}('texts', { inputs: 1000, from, parse: ${parse}, endlessAfterMs: 500 });`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = ['--input-type=module', '--eval', script];
  return new Promise((resolve) => {
    const options = { env: { ...env, SPATE_FUZZ_SEED: '7' }, timeout: 60_000 };
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ signal: error?.signal ?? undefined, output: stdout + stderr }),
    );
  });
}

const named = /SPATE_FUZZ_SEED=7, texts: input \d+ has not ended after 0\.5 s: \{"?text"?:"bad"\}/;

test('an input that is parsed in an endless loop is printed with its seed', async () => {
  const { signal, output } = await fuzzInProcess('fuzz', "({ text }) => { while (text === 'bad'); }");
  assert.match(output, named);
  assert.equal(signal, 'SIGKILL');
});

test('an input whose parser never settles is printed with its seed', async () => {
  const { signal, output } = await fuzzInProcess(
    'fuzzAsync',
    "({ text }) => text === 'bad' && new Promise(() => setInterval(() => {}, 1000))",
  );
  assert.match(output, named);
  assert.equal(signal, 'SIGKILL');
});
