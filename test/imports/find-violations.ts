import type { ImportRule } from './import-rules.ts';

/** Imported modules by module. Modules of other packages are only imported. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** One line for each cycle and each import that a rule forbids, with the modules in between. */
export function findViolations(graph: ImportGraph, rules: readonly ImportRule[]): string[] {
  return [...findCycles(graph), ...rules.flatMap((rule) => violationsOf(graph, rule))];
}

function violationsOf(graph: ImportGraph, rule: ImportRule): string[] {
  return [...graph.keys()].flatMap((from) => {
    const match = matchPattern(from, rule.from);
    if (!match) return [];
    const to = { path: rule.to.path, except: exceptionOf(rule.to.except, match) };
    const paths = rule.isTransitive
      ? pathsFrom(graph, from)
      : (graph.get(from) ?? []).map((module) => [from, module]);
    return paths
      .filter((path) => matchPattern(path.at(-1) ?? '', to))
      .map((path) => `${rule.name}: ${path.join(' → ')}${rule.reason ? `. ${rule.reason}` : ''}`);
  });
}

function matchPattern(
  module: string,
  { path, except }: { path: RegExp; except?: RegExp | undefined },
): RegExpMatchArray | null {
  return except?.test(module) ? null : module.match(path);
}

function exceptionOf(except: RegExp | string | undefined, match: RegExpMatchArray): RegExp | undefined {
  return typeof except === 'string' ? new RegExp(except.replaceAll('$1', match[1] ?? '')) : except;
}

/** The shortest path to each module that is reachable from the given one. */
function pathsFrom(graph: ImportGraph, from: string): string[][] {
  const importers = new Map<string, string | undefined>([[from, undefined]]);
  for (const module of importers.keys()) {
    for (const next of graph.get(module) ?? []) {
      if (!importers.has(next)) importers.set(next, module);
    }
  }
  return [...importers.keys()].slice(1).map((module) => {
    const path: string[] = [];
    for (let each: string | undefined = module; each !== undefined; each = importers.get(each)) {
      path.unshift(each);
    }
    return path;
  });
}

/** One path for each import that leads back to a module of its own path, by a depth-first search. */
function findCycles(graph: ImportGraph): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (module: string): void => {
    if (done.has(module)) return;
    const index = path.indexOf(module);
    if (index >= 0) {
      cycles.push(`no-cycle: ${[...path.slice(index), module].join(' → ')}`);
      return;
    }
    path.push(module);
    for (const next of graph.get(module) ?? []) visit(next);
    path.pop();
    done.add(module);
  };
  for (const module of graph.keys()) visit(module);
  return cycles;
}
