import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { joinScript } from './join-script.ts';

const script = joinScript({ url: "https://it's.example:8443", caPem: 'PEM\n', version: '1.2.3' });

function run(args: string[], env: Record<string, string> = {}) {
  return spawnSync('sh', ['-s', '--', ...args], {
    input: script,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
  });
}

test('is valid for a POSIX shell, whatever characters the address has', () => {
  assert.deepEqual(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' }).stderr, '');
  assert.match(script, /^url='https:\/\/it'\\''s\.example:8443'$/m);
});

test('rejects a missing token and unknown options, with what is known', () => {
  assert.match(run([]).stderr, /^spate: The join token is missing\. Copy the whole command\.\n$/);
  assert.match(run(['--instal', 'token']).stderr, /^spate: Unknown option: --instal\. Known are --install/);
  assert.match(run(['--dir']).stderr, /^spate: --dir needs a folder\.\n$/);
});

test('names a program that is missing on the machine', () => {
  const { status, stderr } = run(['token'], { PATH: '/nonexistent' });
  assert.notEqual(status, 0);
  assert.match(stderr, /uname|curl is missing/);
});
