import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type NeedName, systemNeeds } from '../../src/cli/system/needs.ts';
import type { ToolName } from '../../src/domain/tool.ts';
import { isOracleNeeded, needsByTool, oracleNeeds } from './needs.ts';

export interface TestFileNeeds {
  system: ReadonlySet<NeedName>;
  /** Tools whose requirements are all included. */
  tools: readonly ToolName[];
  usesDatabase: boolean;
  /** Whether the file states that it cannot share its process. */
  runsAlone: boolean;
}

/** Needed by a few files of the full suite: installed only if one of them runs. */
export const rareNeeds: readonly NeedName[] = [
  'buildah',
  'cc',
  'go',
  'haproxy',
  'iproute',
  'iptables',
  'libseccomp',
  'mmdebstrap',
  'nodeExporter',
  'nspawn',
  'pgbouncer',
  'pip',
  'pkgConfig',
  'prometheus',
  'runc',
];
/** Meaning of a computed requirement. */
const allNeeds = new Set(
  (Object.keys(systemNeeds) as NeedName[]).filter((name) => !rareNeeds.includes(name)),
);
const browserNeeds = {
  chrome: ['chromium', 'chromedriver'],
  firefox: ['firefox', 'geckodriver'],
} as const satisfies Record<string, readonly NeedName[]>;
const callOfNeeds = /(?<!function )\b(needs|needsOf|needsOfOracle|lacksBrowser)\(([^)]*)\)/g;
/** The modules that define those functions. */
const definitions = /[/]needs([.]fixture)?[.]ts$/;
/** A comment with the reason, such as: `// Runs in its own process: changes the working directory.` */
const ownProcess = /^[/][/] Runs in its own process: ./m;
const relativeImport = /\bfrom '(\.[^']+\.ts)'/g;

/**
 * Requirements of a test file, from its source and statically imported modules: the arguments of `needs`, `needsOf` and
 * `lacksBrowser`, and `needsOfOracle`. A non-literal argument means all requirements of its kind.
 */
export function needsOfTestFile(file: string): TestFileNeeds {
  const modules = [...modulesOf(file)];
  const calls = modules.flatMap(callsIn);
  const system = new Set(calls.flatMap(({ name, argument }) => [...meaningOf(name, argument)]));
  // A computed system requirement, such as a shell, does not imply tools.
  const ofTools = new Set(
    calls
      .filter(({ name, argument }) => name !== 'needs' || isLiteral(argument))
      .flatMap(({ name, argument }) => [...meaningOf(name, argument)]),
  );
  const tools = (Object.keys(needsByTool) as ToolName[]).filter((tool) =>
    needsByTool[tool].every((need) => ofTools.has(need)),
  );
  const imports = (path: string) => modules.some((module) => module.endsWith(path));
  return {
    system,
    tools,
    usesDatabase: imports('/test/support/cluster.ts'),
    runsAlone: ownProcess.test(sourceOf(file)),
  };
}

function callsIn(module: string): { name: string; argument: string }[] {
  if (definitions.test(module)) return [];
  return [...sourceOf(module).matchAll(callOfNeeds)].flatMap(([, name = '', list = '']) =>
    list.split(',').map((each) => ({ name, argument: each.trim() })),
  );
}

function meaningOf(call: string, argument: string): Iterable<NeedName> {
  if (call === 'needsOfOracle') return isOracleNeeded() ? oracleNeeds : [];
  if (!isLiteral(argument)) return allNeeds;
  const name = argument.slice(1, -1);
  if (call === 'needs' && name in systemNeeds) return [name as NeedName];
  if (call === 'needsOf' && name in needsByTool) return needsByTool[name as ToolName];
  if (call === 'lacksBrowser' && name in browserNeeds) return browserNeeds[name as keyof typeof browserNeeds];
  throw new Error(`${call}('${name}') in a test is unknown.`);
}

function isLiteral(argument: string): boolean {
  return /^'[^']+'$/.test(argument);
}

/** The file and all modules of the project that it imports, directly or not. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const path of importsOf(file)) modulesOf(path, found);
  return found;
}

const importsOfFiles = new Map<string, string[]>();

function importsOf(file: string): string[] {
  let known = importsOfFiles.get(file);
  if (!known) {
    const specifiers = sourceOf(file).matchAll(relativeImport);
    known = [...specifiers].map(([, specifier = '']) => resolve(dirname(file), specifier));
    importsOfFiles.set(file, known);
  }
  return known;
}

const sources = new Map<string, string>();

function sourceOf(file: string): string {
  let text = sources.get(file);
  if (text === undefined) {
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      // An import in a string, such as in a script that a test writes.
      text = '';
    }
    sources.set(file, text);
  }
  return text;
}
