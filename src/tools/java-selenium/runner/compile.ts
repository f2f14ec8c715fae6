import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../../../lib/child-process.ts';
import { fileNames, type RunnerSettings } from '../settings.ts';
import { type CompileError, readCompileErrors } from './compile-errors.ts';

export type Compiled =
  | { isCompiled: true; seleniumLine: number; classPath: string[] }
  | { isCompiled: false; seleniumLine: number; errors: CompileError[]; output: string[] };

/** Compiles the sources with the detected Selenium version, then with the other one. */
export async function compile(settings: RunnerSettings): Promise<Compiled> {
  const failures: Extract<Compiled, { isCompiled: false }>[] = [];
  for (const line of settings.lines) {
    const classPath = [...settings.classPath, ...line.classPath];
    const result = await runJavac(settings, classPath);
    if (result.code === 0) {
      return { isCompiled: true, seleniumLine: line.seleniumLine, classPath };
    }
    failures.push({
      isCompiled: false,
      seleniumLine: line.seleniumLine,
      errors: readCompileErrors(result.lines, settings.files),
      output: result.lines,
    });
  }
  // The version with fewer errors is the likely one; in a tie, the detected one.
  failures.sort((a, b) => (a.errors.length || 1000) - (b.errors.length || 1000));
  return failures[0] ?? { isCompiled: false, seleniumLine: 0, errors: [], output: [] };
}

async function runJavac(settings: RunnerSettings, classPath: readonly string[]) {
  const classes = join(settings.tool, fileNames.classes);
  await rm(classes, { recursive: true, force: true });
  await mkdir(classes);
  const lean = ['-J-Xmx256m', '-J-XX:+UseSerialGC', '-J-XX:TieredStopAtLevel=1', '-J-XX:-UsePerfData'];
  const options = ['-encoding', 'UTF-8', '-nowarn', '-Xlint:none'];
  const sources = settings.sources.map((source) => join(settings.files, source));
  return runChild(
    settings.javac,
    [...lean, ...options, '-g', '-Xmaxerrs', '100', '-cp', classPath.join(':'), '-d', classes, ...sources],
    { cwd: settings.files, env: process.env },
  );
}
