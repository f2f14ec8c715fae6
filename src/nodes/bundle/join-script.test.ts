import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { packageFile } from '../../lib/package-files.ts';
import { joinScript } from './join-script.ts';

const unit = await readFile(packageFile('examples/systemd/spate-node.service'), 'utf8');
const script = joinScript({
  url: "https://it's.example:8443",
  caPem: 'PEM\n',
  version: '1.2.3',
  unit,
  isRelease: true,
});

function run(args: string[], env: Record<string, string> = {}) {
  return spawnSync('/bin/sh', ['-s', '--', ...args], {
    input: script,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: '/nonexistent', SPATE_JOIN_TOKEN: 'token', ...env },
  });
}

test('is valid for a POSIX shell, whatever characters the address has', () => {
  assert.deepEqual(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' }).stderr, '');
  assert.match(script, /^url='https:\/\/it'\\''s\.example:8443'$/m);
});

test('the unit contains nothing that a shell would expand, except the folder', () => {
  assert.doesNotMatch(unit, /[$`\\]/);
  assert.match(
    script,
    /^ExecStart=\$dir\/current\/spate agent --join @\$dir\/join-token --dir \$dir\/data\$\{index:\+ --index \$index\}\$\{machine:\+ --name \$machine\}$/m,
  );
  assert.match(script, /^ReadWritePaths=\$dir$/m);
});

test('rejects a missing token and unknown options, with what is known', () => {
  assert.match(
    run([], { SPATE_JOIN_TOKEN: '' }).stderr,
    /^spate: The join token is missing\. Copy the whole command\.\n$/,
  );
  assert.match(run(['--instal']).stderr, /^spate: Unknown option: --instal\. Known are --install/);
  assert.match(run(['--index', 'x']).stderr, /^spate: --index needs a number\.\n$/);
  assert.match(run(['--name', 'a b']).stderr, /^spate: --name needs a name of letters/);
  assert.match(run(['--dir']).stderr, /^spate: --dir needs a folder\.\n$/);
});

test('does nothing if its download is incomplete', () => {
  const half = script.slice(0, script.lastIndexOf('main "$@"'));
  const { status, stderr } = spawnSync('/bin/sh', ['-s'], { input: half, encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});

test('names a program that is missing on the machine', async (t) => {
  const folder = await temporaryFolder(t);
  const uname = '#!/bin/sh\n[ "$1" = -s ] && echo Linux || echo x86_64\n';
  await writeFile(join(folder, 'uname'), uname, { mode: 0o755 });
  const { status, stderr } = run([], { PATH: folder });
  assert.equal(status, 1);
  assert.equal(stderr, 'spate: curl is missing. Install it, then run the command again.\n');
});
