import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { DifferentialCase } from './differential-case.ts';

const engine = join(import.meta.dirname, '..');
const ending = '.differential.ts';

/** The names of all files of cases, such as `timers/timers`. */
export async function findCaseFiles(): Promise<string[]> {
  const files = await Array.fromAsync(glob(`**/*${ending}`, { cwd: engine }));
  return files.map((file) => file.slice(0, -ending.length)).toSorted();
}

export async function readCases(name: string): Promise<DifferentialCase[]> {
  const { cases } = (await import(join(engine, `${name}${ending}`))) as { cases: DifferentialCase[] };
  return cases;
}
