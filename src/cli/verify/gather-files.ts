import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { PlanFile } from '../../plans/plan-file.ts';
import { matchDataFiles } from '../../plans/service-chrome/data-pattern.ts';
import { reachableModules } from '../../plans/service-chrome/uploaded-modules.ts';
import { CliError } from '../cli-error.ts';

export interface GatheredFile {
  /** Relative to the script's folder. */
  name: string;
  path: string;
}

const maxNames = 20_000;
const maxSourceBytes = 2 * 2 ** 20;
/** Included if they are in the script's folder. */
const companions = ['environment', 'tsconfig.json', 'package.json'];

/**
 * Files of a browser script: imported modules, data files named in the source, and packages of node_modules. Other files
 * must be given as arguments.
 */
export async function gatherFiles(scriptPath: string, named: readonly string[]): Promise<GatheredFile[]> {
  const folder = dirname(resolve(scriptPath));
  const names = await listNames(folder);
  const script = basename(scriptPath);
  const files: PlanFile[] = [];
  for (const name of names) {
    files.push({
      name,
      ...(/\.[cm]?[tj]sx?$/.test(name) && { content: await readSource(join(folder, name)) }),
    });
  }
  const modules = reachableModules(script, files);
  const wanted = new Set<string>([
    ...modules.map((module) => module.name),
    ...modules.flatMap(({ text }) => text.dataFiles.flatMap((path) => matchDataFiles(path, names))),
    ...importedData(
      modules.flatMap((module) => module.text.imports),
      names,
    ),
    ...companions.filter((name) => names.includes(name)),
  ]);
  const packages = await gatherPackages(
    folder,
    modules.flatMap((module) => module.missingPackages),
  );
  const others = await Promise.all(named.map((path) => asNamed(folder, path)));
  const found = [...wanted].map((name) => ({ name, path: join(folder, name) }));
  return [...found, ...packages, ...others.filter(({ name }) => !wanted.has(name))];
}

/** Files below the script's folder keep their path; others are placed beside the script. */
async function asNamed(folder: string, path: string): Promise<GatheredFile> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile())
    throw new CliError(`File not found: ${path}.`, 'Give the paths of the script and its data files.');
  const name = relative(folder, resolve(path));
  return { name: name.startsWith('..') ? basename(path) : name, path: resolve(path) };
}

async function listNames(folder: string, below = ''): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])) {
    const name = join(below, entry.name);
    if (entry.isFile()) names.push(name);
    // Limits the depth: the folder may be a home directory.
    if (entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name) && below.split('/').length < 5)
      names.push(...(await listNames(folder, name)));
    if (names.length > maxNames) return names.slice(0, maxNames);
  }
  return names;
}

async function readSource(path: string): Promise<Uint8Array> {
  const { size } = await stat(path);
  return size > maxSourceBytes ? new Uint8Array() : readFile(path);
}

/** Imported JSON files. */
function importedData(imports: readonly string[], names: readonly string[]): string[] {
  const wanted = imports.filter((path) => path.endsWith('.json')).map((path) => basename(path));
  return names.filter((name) => wanted.includes(basename(name)));
}

/** Packages of node_modules with their dependencies. */
async function gatherPackages(folder: string, wanted: readonly string[]): Promise<GatheredFile[]> {
  const found: GatheredFile[] = [];
  const queue = [...new Set(wanted)];
  for (const name of queue) {
    const place = join('node_modules', name);
    const text = await readFile(join(folder, place, 'package.json'), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    for (const entry of await readdir(join(folder, place), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) found.push({ name: relative(folder, path), path });
    }
    const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
    queue.push(...Object.keys(dependencies).filter((dependency) => !queue.includes(dependency)));
  }
  return found;
}
