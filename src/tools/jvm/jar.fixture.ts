import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../../lib/child-process.ts';
import type { Upload } from '../execution.fixture.ts';
import { JavaFinder } from './java.ts';

/** Compiles Java sources into a .jar file. */
export async function makeJar(
  sources: readonly Upload[],
  classPath: readonly string[] = [],
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-jar-'));
  const { home } = await new JavaFinder().require('this test', 11);
  const run = async (program: string, args: string[]) => {
    const { code, lines } = await runChild(join(home, 'bin', program), args);
    assert.equal(code, 0, lines.join('\n'));
  };
  try {
    const classes = join(folder, 'classes');
    const jar = join(folder, 'made.jar');
    await mkdir(classes);
    for (const { name, content } of sources) await writeFile(join(folder, name), content);
    const names = sources.map(({ name }) => join(folder, name));
    await run('javac', ['-cp', classPath.join(':'), '-d', classes, ...names]);
    await run('jar', ['cf', jar, '-C', classes, '.']);
    return await readFile(jar);
  } finally {
    await rm(folder, { recursive: true });
  }
}
