import type { JmxDataFile } from '../../jmx/plan-contents.ts';
import { type FoundDataFile, findDataFile } from '../data-files.ts';
import { closestUpload } from './closest-upload.ts';
import type { NameResolver } from './constant-names.ts';

/** Like findDataFile, but a file named by a function must have exactly that name, because it cannot be rewritten. */
export function findNamedFile(
  file: Pick<JmxDataFile, 'path' | 'property' | 'use'>,
  uploaded: readonly string[],
  resolve: NameResolver,
  isFilesPathThere = true,
): FoundDataFile {
  const { path, property } = file;
  const found = findDataFile(path, uploaded, isFilesPathThere);
  if (found.kind === 'unknown') {
    return findConstant(file, uploaded, resolve, isFilesPathThere);
  }
  return found.kind === 'elsewhere' && property === '' ? { kind: 'missing' } : found;
}

/**
 * A file whose name may change at run time is unknown rather than missing. JMeter includes fragments before it
 * evaluates variables.
 */
function findConstant(
  { path, property, use }: Pick<JmxDataFile, 'path' | 'property' | 'use'>,
  uploaded: readonly string[],
  resolve: NameResolver,
  isFilesPathThere: boolean,
): FoundDataFile {
  const constant = property === '' || use === 'include' ? undefined : resolve(path);
  const found =
    constant &&
    findDataFile(constant.path, uploaded, isFilesPathThere, () => closestUpload(constant, uploaded));
  return found === undefined || found.kind === 'missing' ? { kind: 'unknown' } : found;
}
