import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inheritedVariables } from '../../../test/support/inherited-variables.ts';
import { testProgram } from '../../../test/support/programs.ts';

const main = testProgram('src/main.ts');
let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'spate-run-'));
  mkdirSync(join(folder, 'plans'));
  for (const name of ['plan.jmx', 'data.csv', 'plans/data.csv']) writeFileSync(join(folder, name), '');
  const request = {
    method: 'GET',
    url: 'https://shop.example/',
    headers: [{ name: 'Cookie', value: 'sid=k3Xw8aQe' }],
  };
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ log: { entries: [{ request, response: {} }] } }));
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
  [['run'], /The plan is missing\.\n +Usage: spate run <plan>/],
  [['run', 'plam.jmx'], /File not found: plam\.jmx\./],
  [['run', 'plans'], /plans is a folder\./],
  [['run', 'plan.jmx', 'data.csv', 'plans/data.csv'], /Two files are named data\.csv\./],
  [['run', 'broken.har', 'data.csv'], /File not found: broken\.har\./],
  [
    ['run', 'shop.json'],
    /The plan would contain secrets of the document\.\n +Set them as secrets \(--secret cookie_sid\)/,
  ],
  [['run', 'data.csv'], /Cannot detect the tool from the files\.\n +Set it with --tool: jmeter/],
  [
    ['run', 'plan.jmx', '-d', 'soon'],
    /Invalid duration for --duration: "soon"\.\n +Use a duration such as 90s, 5m, 1h30m/,
  ],
  [['run', 'plan.jmx', '-t', '0'], /Invalid value for --threads: "0"\./],
  [
    ['run', 'plan.jmx', '--durration', '5m'],
    /Unknown option of spate run: --durration\.\n +Did you mean --duration\?/,
  ],
  [
    ['run', 'plan.jmx', '--privacy', 'publik'],
    /Invalid value for --privacy: "publik"\.\n +Did you mean public\?/,
  ],
  [['run', 'plan.jmx', '-Jhost'], /Invalid value for -J: "host"\.\n +Use name=value\./],
  [['run', 'plan.jmx', '--json', '--markdown'], /--json and --markdown cannot be combined\./],
  [['run', 'plan.jmx'], /No service is running from .*\n +Start one with "spate serve"/],
  [['watch'], /Exactly one argument is required\.\n +Usage: spate watch ID/],
  [['edit', 'last'], /No changes given\.\n +Use --name, --notes or --tag\./],
  [['delete', 'last'], /requires confirmation\.\n +Without a terminal, use --yes\./],
  [['compare', 'last'], /At least two runs are required\./],
  [['target-metrics', 'test', 'Shop'], /Unexpected argument: Shop\./],
  [['schedules', 'edit', 'k3Xw'], /--cron or --time-zone is required\./],
  [['ls', '--state', 'done'], /Invalid value for --state: "done"/],
  [['completion', 'tcsh'], /Unsupported shell: tcsh\.\n +Use one of: bash, zsh, fish\./],
];
for (const [args, sentence] of mistakes) {
  test(`rejects invalid arguments: spate ${args.join(' ')}`, () => {
    const { status, stdout, stderr } = spate(args);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, / at .*\.ts:\d/, 'no stack trace for a user error');
  });
}

test('the help of each command has examples', () => {
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
