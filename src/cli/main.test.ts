import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { inheritedVariables } from '../../test/support/inherited-variables.ts';
import { testProgram } from '../../test/support/programs.ts';
import { runnableTools } from '../tools/tools.ts';
import { commands } from './commands/index.ts';

const main = testProgram('src/main.ts');

/** Runs the program in an empty environment. */
function spate(args: string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, HOME: tmpdir(), ...inheritedVariables(), ...env },
  });
}

test('--version prints the package version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const { status, stdout } = spate(['--version']);
  assert.deepEqual([status, stdout], [0, `${version}\n`]);
});

test('--help lists every command, and each command has its own help', () => {
  const { status, stdout } = spate(['--help']);
  assert.equal(status, 0);
  for (const command of commands) assert.match(stdout, new RegExp(`^  ${command.name} `, 'm'));
  const help = spate(['serve', '--help']);
  assert.equal(help.status, 0);
  assert.match(help.stdout, /--port {2,}Port of the API.* Environment: SPATE_PORT\. Default: 8443\./);
});

test('an unknown command prints an error and a hint, with exit code 1', () => {
  const { status, stdout, stderr } = spate(['srve']);
  assert.deepEqual([status, stdout], [1, '']);
  assert.equal(stderr, 'spate: Unknown command: "srve".\n       Did you mean "spate serve"?\n');
});

test('an invalid option prints an error and a hint, with exit code 1', () => {
  const { status, stderr } = spate(['serve'], { SPATE_PORT: 'eighty' });
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^spate: SPATE_PORT must be a whole number from 0 to 65535, not "eighty"\.\n {7}spate options/,
  );
});

test('options shows values and their sources, but no secrets', () => {
  const env = { SPATE_PORT: '9000', SPATE_TOKEN: 'sixteen-characters-or-more', SPATE_PROT: '1' };
  const { status, stdout, stderr } = spate(['options', '--host', '0.0.0.0'], env);
  assert.equal(status, 0);
  assert.match(stdout, /^SPATE_PORT +9000 +SPATE_PORT$/m);
  assert.match(stdout, /^SPATE_HOST +0\.0\.0\.0 +--host$/m);
  assert.match(stdout, /^SPATE_TOKEN +\(set\) +SPATE_TOKEN$/m);
  assert.match(stdout, /^SPATE_TLS +on +default$/m);
  assert.doesNotMatch(stdout, /sixteen/);
  assert.equal(stderr, 'SPATE_PROT is not an option of Spate; did you mean SPATE_PORT?\n');
});

test('a closed pipe is not an error', () => {
  const line = `'${process.execPath}' '${main}' options --markdown | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8', cwd: tmpdir() });
  assert.match(stdout, /^# Options\n0\n$/);
  assert.equal(stderr, '');
});

test('doctor checks everything', () => {
  const good = spate(['doctor', '--port', '0', '--min-free-disk-mb', '0']);
  for (const what of [
    'Node.js',
    'machine',
    'Java',
    'Maven',
    'sandbox',
    'data folder',
    'cache folder',
    'port',
    ...runnableTools,
  ]) {
    assert.match(good.stdout, new RegExp(`^(✓ ok|△ limited|✕ failed) +${what}`, 'm'));
  }
  assert.equal(good.status, 0);
});

/** In one of the standard folders. */
function isInstalled(program: string): boolean {
  return ['/usr/local/bin', '/usr/bin', '/bin'].some((folder) => existsSync(`${folder}/${program}`));
}

test('doctor searches programs in the same places as the tools, without PATH', () => {
  type Checks = { what: string; state: string; finding: string }[];
  const result = spate(['doctor', '--json', '--port', '0', '--min-free-disk-mb', '0'], { PATH: '/nowhere' });
  const { checks } = JSON.parse(result.stdout) as { checks: Checks };
  const find = (name: string) => checks.find(({ what }) => what === name) ?? assert.fail(name);
  for (const tool of ['jmeter', 'gatling', 'java-selenium-chrome'].filter(
    (name) => find(name).state === 'good',
  ))
    assert.match(find('Java').finding, /^Java \d+/, `${tool} is available, so Java must be found`);
  for (const [name, program] of [
    ['Java', 'java'],
    ['Maven', 'mvn'],
  ] as const)
    assert.equal(/^none/.test(find(name).finding), !isInstalled(program), name);
  assert.equal(/not installed/.test(find('sandbox').finding), !isInstalled('bwrap'));
});

test('every command has complete examples, including its own', () => {
  for (const { name, examples } of commands) {
    assert.ok(
      examples.some(({ line }) => new RegExp(`(spate|npm run) ${name}\\b`).test(line)),
      name,
    );
    for (const { line, does } of examples) assert.notEqual(does, '', line);
  }
});

test('doctor reports a port that is used by another program', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { status, stdout } = spate(['doctor', '--port', String(port), '--min-free-disk-mb', '0']);
  assert.equal(status, 1);
  assert.match(
    stdout,
    new RegExp(`^✕ failed +port +127\\.0\\.0\\.1:${port} cannot be used: .*EADDRINUSE`, 'm'),
  );
  assert.match(stdout, /^ {2}Choose another port with --port/m);
  const result = spate(['doctor', '--json', '--port', String(port), '--min-free-disk-mb', '0']);
  const { ok, checks } = JSON.parse(result.stdout);
  assert.deepEqual([result.status, ok], [1, false]);
  assert.deepEqual(
    checks
      .filter(({ state }: { state: string }) => state === 'bad')
      .map(({ what }: { what: string }) => what),
    ['port'],
  );
});

test('bench rejects an unknown benchmark', () => {
  const { status, stderr } = spate(['bench', 'nonsense']);
  assert.equal(status, 1);
  assert.match(stderr, /Unknown benchmark: nonsense\./);
});
