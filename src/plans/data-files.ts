import { baseName } from './plan-file.ts';

/** Folder in which old scripts expect the uploaded files. */
const filesPath = '/data/flood/files';

export type FoundDataFile =
  /** At the path in the plan: `name` among the uploaded files. */
  | { kind: 'there'; name: string }
  /** The name is computed at run time. */
  | { kind: 'unknown' }
  /** Uploaded under another path: `to` is its name among the uploaded files. */
  | { kind: 'elsewhere'; to: string }
  | { kind: 'missing' };

/** The uploaded file that the plan refers to. */
export function uploadOf(found: FoundDataFile): string | undefined {
  if (found.kind === 'there') {
    return found.name;
  }
  return found.kind === 'elsewhere' ? found.to : undefined;
}

/**
 * Finds a file named by a plan among the uploaded ones. A path that cannot exist on a node (`C:\…`, a home folder)
 * refers to the uploaded file of the same base name, or to the result of `findElsewhere`.
 */
export function findDataFile(
  path: string,
  uploaded: readonly string[],
  isFilesPathThere = true,
  findElsewhere = sameBaseName,
): FoundDataFile {
  if (path.trim() === '' || path.includes('${')) {
    return { kind: 'unknown' };
  }
  const relative = relativeToFiles(path);
  if (relative !== undefined && uploaded.includes(relative)) {
    return path.startsWith('/') && !isFilesPathThere
      ? { kind: 'elsewhere', to: relative }
      : { kind: 'there', name: relative };
  }
  const to = findElsewhere(path, uploaded);
  return to === undefined ? { kind: 'missing' } : { kind: 'elsewhere', to };
}

/** The path relative to the files folder; undefined when it is outside. */
function relativeToFiles(path: string): string | undefined {
  const absolute = path.startsWith('/') ? path : `${filesPath}/${path}`;
  const parts: string[] = [];
  for (const part of absolute.split('/')) {
    if (part === '..') {
      parts.pop();
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  const resolved = `/${parts.join('/')}`;
  return resolved.startsWith(`${filesPath}/`) ? resolved.slice(filesPath.length + 1) : undefined;
}

function sameBaseName(path: string, uploaded: readonly string[]): string | undefined {
  const name = baseName(path);
  const folded = name.toLowerCase();
  return (
    uploaded.find((candidate) => candidate === name) ??
    uploaded.find((candidate) => baseName(candidate) === name) ??
    uploaded.find((candidate) => baseName(candidate).toLowerCase() === folded)
  );
}
