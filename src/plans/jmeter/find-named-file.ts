import { type FoundDataFile, findDataFile } from '../data-files.ts';
import type { JmxDataFile } from './jmx.ts';

/** As findDataFile; but what a function names is read under that very name, so another one does not help. */
export function findNamedFile(
  { path, property }: Pick<JmxDataFile, 'path' | 'property'>,
  uploaded: readonly string[],
): FoundDataFile {
  const found = findDataFile(path, uploaded);
  return found.kind === 'elsewhere' && property === '' ? { kind: 'missing' } : found;
}
