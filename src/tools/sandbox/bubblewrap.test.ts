import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { access, chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { until } from '../../../test/support/until.ts';
import { readRecord } from '../process-record.ts';
import { detectSandbox } from './detect.ts';
import { toolFolders } from './layout.ts';
import { openSession } from './sandbox.fixture.ts';
import type { Sandbox } from './sandbox.ts';

/** For guarantees of a sandbox of root only. */
const skip = process.getuid?.() === 0 ? false : 'only root can start a sandbox with this guarantee';

describe('bubblewrap', { skip: needs('bubblewrap') }, () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await detectSandbox();
    assert.equal(sandbox.kind, 'bubblewrap', sandbox.remark);
  });

  it('runs a command with its environment in the files folder, and records the exit code', async () => {
    await using session = await openSession(sandbox);
    const env = new Map([
      ['PATH', '/usr/bin:/bin'],
      ['TRICKY', `it's "$HOME" \`x\`\nsecond line`],
    ]);
    const { output, code } = await session.run('pwd; printf "%s" "$TRICKY"; exit 7', { env });
    assert.equal(output, `/data/flood/files\nit's "$HOME" \`x\`\nsecond line`);
    assert.equal(code, 7);
  });

  it('limits the size of a single file', async () => {
    await using session = await openSession(sandbox);
    const write = (name: string, megabytes: number) =>
      `dd if=/dev/zero of=${name} bs=1M count=${megabytes} 2>/dev/null; stat -c %s ${name}`;
    const { output } = await session.run(`${write('large', 3)}; ${write('small', 1)}`, {
      maxFileBytes: 2 * 2 ** 20,
    });
    assert.deepEqual(
      output.split('\n').filter((line) => /^\d+$/.test(line)),
      ['2097152', '1048576'],
    );
  });

  it('hides the data of the service, home folders and other workspaces', async () => {
    const data = await mkdtemp(join(tmpdir(), 'spate-data-'));
    await writeFile(join(data, 'token'), 'secret');
    await using session = await openSession(sandbox);
    const places = [
      data,
      `${data}/token`,
      session.folders.tool,
      '/root/.bashrc',
      '/root/.profile',
      '/home',
      '/var/lib',
      '/srv',
      '/sys',
      '/boot',
    ];
    const { output } = await session.run(
      `for place in ${places.join(' ')} ${process.cwd()} /etc/shadow; do [ -e "$place" ] && echo "sees $place"; done; ls -A /root 2>/dev/null; true`,
    );
    await rm(data, { recursive: true });
    assert.equal(output, '');
  });

  it('sees only its own processes, and cannot read the environment of the agent', async () => {
    const outside = spawn('sleep', ['600'], { env: { SECRET: 'do-not-tell' }, stdio: 'ignore' });
    try {
      await using session = await openSession(sandbox);
      const { output } = await session.run(
        `cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -c do-not-tell; kill -9 ${outside.pid} ${process.pid} 2>&1 | head -c 200; kill -9 -1; true`,
      );
      assert.match(output, /^0\b/);
      assert.equal(outside.exitCode, null);
      assert.equal(outside.signalCode, null);
    } finally {
      outside.kill('SIGKILL');
    }
  });

  it('cannot write outside of its workspace', async () => {
    await using session = await openSession(sandbox);
    const { output } = await session.run(
      [
        'for place in / /usr /usr/bin /etc /opt /opt/spate /opt/spate/launch /opt/spate/toolchain /data /data/flood /root /dev /proc /run /var; do',
        '  touch "$place/intruder" 2>/dev/null && echo "wrote to $place"; done',
        'echo evil 2>/dev/null > /opt/spate/launch/run.sh && echo "changed its own start"',
        'echo evil 2>/dev/null > /etc/hosts && echo "changed hosts"',
        'touch /data/flood/files/a /data/flood/results/b /opt/spate/tool/c /tmp/d && echo allowed',
      ].join('\n'),
    );
    // /dev is a separate file system that ends with the sandbox.
    assert.equal(output.replace('wrote to /dev\n', ''), 'allowed');
    assert.ok((await readdir(session.folders.files)).includes('a'));
    assert.ok((await readdir(session.folders.results)).includes('b'));
  });

  it('runs as an unprivileged user without rights on the machine', { skip }, async () => {
    await using session = await openSession(sandbox);
    const { output } = await session.run(
      'id -u; id -u -n; grep CapEff /proc/self/status; grep NoNewPrivs /proc/self/status; grep CapEff /proc/1/status; mount -t tmpfs none /tmp 2>/dev/null && echo mounted; setpriv --reuid 0 true 2>/dev/null && echo root; true',
    );
    const [uid, name, ...rest] = output.split('\n');
    assert.ok(Number(uid) > 1000);
    assert.equal(name, 'load');
    assert.deepEqual(rest, ['CapEff:\t0000000000000000', 'NoNewPrivs:\t1', 'CapEff:\t0000000000000000']);
    assert.equal((await stat(session.folders.files)).uid, Number(uid));
  });

  it('cannot read files of root that are in a folder it can see', { skip }, async () => {
    await using session = await openSession(sandbox);
    const folder = await mkdtemp(join(tmpdir(), 'spate-read-'));
    await writeFile(join(folder, 'secret'), 'secret', { mode: 0o600 });
    await chmod(folder, 0o755);
    const { output, code } = await session.run(`cat ${sandbox.seenAt(folder)}/secret`, {
      readOnly: [folder],
    });
    await rm(folder, { recursive: true });
    assert.match(output, /Permission denied/);
    assert.equal(code, 1);
  });

  it('inherits no open file of the agent', async () => {
    await using session = await openSession(sandbox);
    const { output } = await session.run(
      'cd /proc/self/fd; for fd in [3-9] [1-9][0-9]; do [ -e "$fd" ] && readlink "$fd"; done; true',
    );
    // Only the shell's own listing of the folder is open for a moment.
    assert.doesNotMatch(output, /record|sandbox|socket|pipe/);
  });

  it('ends all daemons with its first process', async () => {
    await using session = await openSession(sandbox);
    const { code } = await session.run(
      'setsid sh -c "while :; do date +%s%N > /data/flood/results/beat; sleep 0.05; done" >/dev/null 2>&1 & while [ ! -s /data/flood/results/beat ]; do sleep 0.02; done; exit 3',
    );
    assert.equal(code, 3);
    const pulse = await readFile(join(session.folders.results, 'beat'), 'utf8');
    const record = await readRecord(toolFolders(session.folders).record);
    await until('the sandbox to be gone', () =>
      access(`/proc/${record?.first?.pid}`).then(
        () => false,
        () => true,
      ),
    );
    assert.equal(await readFile(join(session.folders.results, 'beat'), 'utf8'), pulse);
  });

  it('kills every process in it', async () => {
    await using session = await openSession(sandbox);
    await session.start('(setsid sleep 600 &) ; (sleep 600 &) ; echo started; sleep 600');
    await until('its start', async () => (await session.output()).includes('started'));
    assert.equal(await sandbox.isRunning(session.folders), true);
    await sandbox.kill(session.folders);
    assert.equal(await sandbox.isRunning(session.folders), false);
    assert.equal(await sandbox.exitCode(session.folders), 137);
  });

  it('can be identified and killed after its keeper was killed', async () => {
    await using session = await openSession(sandbox);
    await session.start('echo started; sleep 600');
    await until('its start', async () => (await session.output()).includes('started'));
    const record = await readRecord(toolFolders(session.folders).record);
    assert.ok(record?.first);
    process.kill(record.keeper.pid, 'SIGKILL');
    await until('the end of the keeper', () =>
      access(`/proc/${record.keeper.pid}/exe`).then(
        () => false,
        () => true,
      ),
    );
    assert.equal(await sandbox.isRunning(session.folders), true);
    await sandbox.kill(session.folders);
    assert.equal(await sandbox.isRunning(session.folders), false);
  });

  it('applies host overrides, and keeps localhost', async () => {
    await using session = await openSession(sandbox);
    const hosts = [
      { host: 'shop.example.com', ip: '127.0.0.9' },
      { host: 'api.example.com', ip: '::1' },
    ];
    const { output } = await session.run(
      'getent hosts shop.example.com; getent hosts api.example.com; getent hosts localhost',
      { hosts },
    );
    const lines = output.split('\n').map((line) => line.split(/\s+/).slice(0, 2));
    assert.deepEqual(lines[0], ['127.0.0.9', 'shop.example.com']);
    assert.deepEqual(lines[1], ['::1', 'api.example.com']);
    assert.equal(lines[2]?.[1], 'localhost');
  });

  it('runs no more processes than it may', { skip }, async () => {
    await using session = await openSession(sandbox);
    const { output } = await session.run(
      'i=0; while [ $i -lt 100 ]; do sleep 5 & i=$((i+1)); done 2>&1; ls /proc | grep -c "^[0-9]"; kill -9 $(jobs -p)',
      { maxProcesses: 30 },
    );
    assert.match(output, /fork|Resource temporarily unavailable/);
  });

  it('is killed when it exceeds its memory limit', async (test) => {
    await using session = await openSession(sandbox);
    const { code } = await session.run('head -c 2G /dev/zero | tail -c 1G | wc -c; exit 0 ', {
      memoryBytes: 64 * 2 ** 20,
    });
    const groups = await readFile(toolFolders(session.folders).cgroups, 'utf8');
    if (groups === '') {
      test.diagnostic('no control groups: only a limit per process');
    }
    assert.equal(code, 0);
    assert.doesNotMatch(await session.output(), /^1073741824$/m);
  });
});
