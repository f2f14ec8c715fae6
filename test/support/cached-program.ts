import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { builtFolder } from '../../src/lib/built-folder.ts';
import { type ChildResult, runChild } from '../../src/lib/child-process.ts';
import { withLock } from '../../src/lib/file-lock.ts';
import { packageRoot } from '../../src/lib/package-files.ts';

export interface ProgramBuild {
  /** Files and folders that determine the result, relative to the package. */
  inputs: readonly string[];
  /** Writes the program into the folder. */
  command(folder: string): {
    program: string;
    args: readonly string[];
    cwd?: string;
    env?: NodeJS.ProcessEnv;
  };
  timeoutMs: number;
}

/**
 * Folder with a program that only tests use, built when it is not in the cache. One process builds it, the others wait: such a
 * build takes minutes on all cores.
 */
export async function cachedProgram(
  name: string,
  { inputs, command, timeoutMs }: ProgramBuild,
): Promise<string> {
  const { cacheDir } = loadConfig({}, { SPATE_CACHE_DIR: process.env.SPATE_CACHE_DIR });
  const programs = join(cacheDir, 'test-programs');
  await mkdir(programs, { recursive: true });
  return withLock(join(programs, `${name}.lock`), AbortSignal.timeout(timeoutMs), () =>
    builtFolder({
      root: packageRoot,
      inputs,
      places: [join(programs, name)],
      async build(folder) {
        const { program, args, cwd, env } = command(folder);
        const { code, lines }: ChildResult = await runChild(program, [...args], {
          ...(cwd === undefined ? {} : { cwd }),
          env: { ...process.env, ...env },
          timeoutMs,
        });
        if (code !== 0) throw new Error(`Building ${name} failed (${code}):\n${lines.slice(-20).join('\n')}`);
      },
    }),
  );
}
