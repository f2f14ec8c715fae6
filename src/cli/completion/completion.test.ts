import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { commands } from '../commands/index.ts';
import { renderBash } from './bash.ts';
import { renderFish } from './fish.ts';
import { wordsOf } from './words.ts';
import { renderZsh } from './zsh.ts';

const words = wordsOf(commands);

/** Completions of a real bash for the last word of a line. */
function completeInBash(line: string[], cwd: string): string[] {
  const script = `${renderBash(words)}
COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${line.length - 1}
_spate
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8', cwd });
  assert.equal(status, 0, stderr);
  assert.doesNotMatch(stderr, /syntax|error|not found/i);
  return stdout.split('\n').filter(Boolean);
}

test('bash completes commands, options, values, verbs and files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-complete-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'plan one.jmx'), '');
  await writeFile(join(folder, 'data.csv'), '');
  const complete = (...line: string[]) => completeInBash(['spate', ...line], folder);
  assert.deepEqual(
    complete('re'),
    ['repeat', 'report', 'results', 'restore'].filter((name) => words.some((one) => one.name === name)),
  );
  assert.deepEqual(complete('run', '--fail'), ['--fail-if', '--fail-if-worse']);
  assert.deepEqual(complete('run', '--privacy', 'pu'), ['public']);
  assert.deepEqual(complete('run', '--tool', 'j'), [
    'jmeter',
    'java-selenium-chrome',
    'java-selenium-firefox',
  ]);
  assert.deepEqual(complete('run', 'pl'), ['plan one.jmx']);
  assert.deepEqual(complete('run', '--junit', 'da'), ['data.csv']);
  assert.deepEqual(complete('run', '--threads', ''), []);
  assert.deepEqual(complete('grids', 'st'), ['start', 'stop']);
  assert.deepEqual(complete('completion', 'b'), ['bash']);
  assert.deepEqual(complete('help', 'wat'), ['watch']);
});

test('bash accepts the script and registers the completion', () => {
  const script = `set -eu\n${renderBash(words)}\ncomplete -p spate`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
  assert.deepEqual([status, stdout.trim(), stderr], [0, 'complete -F _spate spate', '']);
});

for (const [shell, script] of [
  ['zsh', renderZsh(words)],
  ['fish', renderFish(words)],
] as const) {
  test(`${shell} accepts its script`, { skip: needs(shell) }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'spate-completion-'));
    const file = join(folder, 'spate');
    await writeFile(file, script);
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    await rm(folder, { recursive: true });
    assert.deepEqual([status, stderr], [0, '']);
  });
}

test('every command and option is in every script', () => {
  const all = words.flatMap(({ name, flags }) => [name, ...flags.map((flag) => flag.long.slice(2))]);
  for (const script of [renderBash(words), renderZsh(words), renderFish(words)]) {
    for (const word of all) assert.ok(script.includes(word), word);
  }
});
