/** An entry of package-lock.json. */
export interface LockedPackage {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export type LockedPackages = Record<string, LockedPackage>;

/** The part of a lock file that packages need, each with its own dependencies, optional ones included. */
export function lockOf(names: readonly string[], packages: LockedPackages): LockedPackages {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const path = resolveLocked(name, from, packages);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) visit(each, path);
  };
  for (const name of names) visit(name, '');
  return Object.fromEntries(
    [...found].toSorted().map((path) => {
      const { dev: _, ...entry } = packages[path] ?? {};
      return [path, entry];
    }),
  );
}

/** Where Node.js would find a package: in the node_modules of the importing package, or of a folder above it. */
function resolveLocked(name: string, from: string, packages: LockedPackages): string | undefined {
  const path = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (path in packages) return path;
  if (from === '') return undefined;
  const above = from.slice(0, from.lastIndexOf('node_modules/'));
  return resolveLocked(name, above.replace(/\/$/, ''), packages);
}
