import { join } from 'node:path';
import { exists } from '../../lib/exists.ts';
import { findProgram } from '../find-program.ts';
import { isFilled, type ToolchainProject, toolchainPath } from '../toolchain.ts';
import type { Java } from './java.ts';

/** Missing requirements of a tool on the JVM, with installation hints. Downloads nothing. */
export async function missingForJava(
  project: ToolchainProject,
  java: Java | undefined,
  oldestJava: number,
  cacheDir: string,
  isCompilerNeeded = false,
): Promise<string[]> {
  const missing: string[] = [];
  if (!java || java.feature < oldestJava) {
    missing.push(
      `Java ${oldestJava} or newer is not installed (on Debian: apt-get install openjdk-17-jdk-headless).`,
    );
  }
  const isFetched = await isFilled(await toolchainPath(project, cacheDir));
  const hasCompiler =
    (await findProgram('javac')) !== undefined || (java && (await exists(join(java.home, 'bin/javac'))));
  if (!isFetched && !(await findProgram('mvn'))) {
    missing.push(
      `mvn is not installed; it is required once, to download ${project.title} (on Debian: apt-get install maven).`,
    );
  }
  if (!hasCompiler && (isCompilerNeeded || !isFetched)) {
    const why = isCompilerNeeded ? 'to compile scripts' : `once, to download ${project.title}`;
    missing.push(
      `javac is not installed; it is required ${why} (on Debian: apt-get install openjdk-17-jdk-headless).`,
    );
  }
  return missing;
}
