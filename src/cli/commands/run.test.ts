import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inheritedVariables } from '../../../test/support/inherited-variables.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'spate-run-'));
  mkdirSync(join(folder, 'plans'));
  for (const name of ['plan.jmx', 'data.csv', 'plans/data.csv']) writeFileSync(join(folder, name), '');
});
after(() => rmSync(folder, { recursive: true }));

function spate(args: string[]) {
  return spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { HOME: folder, ...inheritedVariables() },
  });
}

const mistakes: [args: string[], sentence: RegExp][] = [
  [['run'], /There is no plan to run\.\n +Name it, and the data files it reads/],
  [['run', 'plam.jmx'], /There is no file plam\.jmx\./],
  [['run', 'plans'], /plans is a folder\./],
  [['run', 'plan.jmx', 'data.csv', 'plans/data.csv'], /Two files are called data\.csv\./],
  [['run', 'data.csv'], /The files do not say which tool they are for\.\n +Name it with --tool: jmeter/],
  [
    ['run', 'plan.jmx', '-d', 'soon'],
    /--duration cannot be "soon"\.\n +A duration looks like 90s, 5m, 1h30m/,
  ],
  [['run', 'plan.jmx', '-t', '0'], /--threads cannot be "0"\./],
  [
    ['run', 'plan.jmx', '--durration', '5m'],
    /spate run has no option --durration\.\n +Did you mean --duration\?/,
  ],
  [['run', 'plan.jmx', '--privacy', 'publik'], /--privacy cannot be "publik"\.\n +Did you mean public\?/],
  [['run', 'plan.jmx', '-Jhost'], /-J cannot be "host"\.\n +It looks like name=value\./],
  [['run', 'plan.jmx', '--json', '--markdown'], /--json and --markdown both want standard output\./],
  [['run', 'plan.jmx'], /No service runs from .*\n +Start one with "npm start"/],
  [['watch'], /One argument is needed here\.\n +spate watch ID/],
  [['edit', 'last'], /There is nothing to change\.\n +Give --name, --notes or --tag\./],
  [['delete', 'last'], /only after a confirmation\.\n +In a script, give --yes\./],
  [['compare', 'last'], /Two runs or more are needed here\./],
  [['ls', '--state', 'done'], /--state cannot be "done"/],
  [['completion', 'tcsh'], /There is no completion for tcsh\.\n +There is for: bash, zsh, fish\./],
];
for (const [args, sentence] of mistakes) {
  test(`says what is wrong with: spate ${args.join(' ')}`, () => {
    const { status, stdout, stderr } = spate(args);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, / at .*\.ts:\d/, 'no stack for a mistake');
  });
}

test('the help of each command shows how to use it', () => {
  const names = [
    'run',
    'watch',
    'stop',
    'repeat',
    'ls',
    'edit',
    'delete',
    'report',
    'results',
    'archive',
    'compare',
    'grids',
    'login',
    'logout',
    'completion',
  ];
  for (const name of names) {
    const { status, stdout } = spate([name, '--help']);
    assert.equal(status, 0);
    assert.match(stdout, /\nExamples:\n {2}# .*\n.*spate /, name);
  }
});
