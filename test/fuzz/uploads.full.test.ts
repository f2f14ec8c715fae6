import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import fc from 'fast-check';
import { runChild } from '../../src/lib/child-process.ts';
import { programPath } from '../../src/lib/package-files.ts';
import { inspectPlan } from '../../src/plans/inspect-plan.ts';
import { inspectArchive } from '../../src/tools/unpack.ts';
import { fuzz, fuzzAsync, rejected } from './fuzz.ts';
import { damaged } from './inputs.ts';
import { jarFile, jmxPlan, planOfJar, zipFile } from './upload-inputs.ts';

// Files that people upload.
const folder = await mkdtemp(join(tmpdir(), 'spate-fuzz-'));
after(() => rm(folder, { recursive: true }));
const path = join(folder, 'upload');

fuzz('JMeter plans', {
  inputs: 10_000,
  from: jmxPlan,
  parse: (content) => inspectPlan({ tool: 'jmeter', files: [{ name: 'plan.jmx', content }] }),
});

fuzz('jars', {
  inputs: 10_000,
  from: fc.oneof(jarFile, damaged(jarFile)),
  parse: (content) =>
    inspectPlan({
      tool: 'jmeter',
      files: [
        { name: 'plan.jmx', content: planOfJar },
        { name: 'probe.jar', content },
      ],
    }),
});

fuzzAsync('zip files', {
  inputs: 4_800,
  from: damaged(zipFile),
  async parse(bytes) {
    await writeFile(path, bytes);
    try {
      await inspectArchive(path, 'all.zip', () => true);
    } catch (error) {
      rejected(error);
    }
  },
});

// 7-Zip runs in a process of its own. Starting it takes time here, parsing does not.
fuzzAsync('7z files', {
  inputs: 100,
  maxProcessorMs: 2_000,
  from: damaged(fc.constant(await packed7z())),
  async parse(bytes) {
    await writeFile(path, bytes);
    try {
      await inspectArchive(path, 'all.7z', () => true);
    } catch (error) {
      rejected(error);
    }
  },
});

async function packed7z(): Promise<Buffer> {
  await writeFile(join(folder, 'plan.jmx'), 'content of a plan'.repeat(100));
  const args = [
    programPath('src/tools/seven-zip-child'),
    folder,
    'unused',
    folder,
    'a',
    '/out/a.7z',
    '/archive/plan.jmx',
  ];
  const { code, lines } = await runChild(process.execPath, args);
  if (code !== 0) throw new Error(lines.join('\n'));
  return readFile(join(folder, 'a.7z'));
}
