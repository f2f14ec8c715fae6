import { isBuiltin } from 'node:module';
import type { PlanFile } from '../plan-file.ts';
import { withoutTypeImports } from './kept-imports.ts';
import { type ModuleText, readModuleText } from './module-text.ts';

/** Imports that identify a browser script. */
export const apiModules = ['@flood/element', '@flood/chrome', '@flood/element-api'];
const provided = new Set([...apiModules, 'faker', 'assert']);
const filesPath = '/data/flood/files/';
const endings = [
  '',
  '.ts',
  '.js',
  '.tsx',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '/index.ts',
  '/index.js',
  '/package.json',
];

/** An uploaded module, with its missing imports. */
export interface UploadedModule {
  name: string;
  text: ModuleText;
  missingFiles: string[];
  missingPackages: string[];
}

/** The script and the uploaded modules that it imports, each once. */
export function reachableModules(scriptName: string, files: readonly PlanFile[]): UploadedModule[] {
  const modules = followModules(scriptName, files, (_name, content) => readModuleText(content));
  const lacksAny = modules.some(
    ({ missingFiles, missingPackages }) => missingFiles.length + missingPackages.length > 0,
  );
  // Only the compiler can tell type-only imports. It runs only if an import is missing.
  return lacksAny
    ? followModules(scriptName, files, (name, content) =>
        withoutTypeImports(name, readModuleText(content), content),
      )
    : modules;
}

function followModules(
  scriptName: string,
  files: readonly PlanFile[],
  read: (name: string, content: Uint8Array) => ModuleText,
): UploadedModule[] {
  const names = new Set(files.map((file) => file.name));
  const packages = packageFolders(names);
  const contents = new Map(files.map((file) => [file.name, file.content]));
  const modules: UploadedModule[] = [];
  const waiting = [scriptName];
  const seen = new Set(waiting);
  for (const name of waiting) {
    const content = contents.get(name);
    if (!content) {
      continue;
    }
    const module = { name, text: read(name, content), missingFiles: [], missingPackages: [] };
    modules.push(module);
    for (const found of followImports(module, names, packages)) {
      if (!seen.has(found)) {
        seen.add(found);
        waiting.push(found);
      }
    }
  }
  return modules;
}

/** Resolves the imports of a module: returns the uploaded files, and adds the rest to the missing ones. */
function followImports(
  module: UploadedModule,
  names: ReadonlySet<string>,
  packages: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  for (const specifier of module.text.imports) {
    if (/^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..') {
      const name = resolveFile(module.name, specifier, names);
      if (name === undefined) {
        module.missingFiles.push(specifier);
      } else {
        found.push(name);
      }
    } else if (!isThere(specifier, module.name, packages)) {
      module.missingPackages.push(packageName(specifier));
    }
  }
  return found;
}

/** The uploaded file of a relative import, or of one below the files folder. */
export function resolveFile(from: string, specifier: string, names: ReadonlySet<string>): string | undefined {
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '';
  const path = specifier.startsWith(filesPath) ? specifier.slice(filesPath.length) : `${folder}/${specifier}`;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') {
      parts.pop();
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  const base = parts.join('/');
  // TypeScript resolves `./x.js` to `x.ts`.
  const bases = [base, base.replace(/\.js$/, '.ts')];
  return bases.flatMap((start) => endings.map((ending) => start + ending)).find((name) => names.has(name));
}

/** Folders of uploaded packages, such as `node_modules/lodash` and `a/node_modules/@b/c`. */
function packageFolders(names: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const name of names) {
    const parts = name.split('/');
    for (let at = parts.indexOf('node_modules'); at >= 0; at = parts.indexOf('node_modules', at + 1)) {
      const end = at + (parts[at + 1]?.startsWith('@') ? 3 : 2);
      // A file directly in node_modules is not a package.
      if (end < parts.length) folders.add(parts.slice(0, end).join('/'));
    }
  }
  return folders;
}

function isThere(specifier: string, from: string, packages: ReadonlySet<string>): boolean {
  if (provided.has(specifier) || isBuiltin(specifier)) {
    return true;
  }
  const folders = from.split('/').slice(0, -1);
  return [...folders.keys(), folders.length].some((depth) =>
    packages.has([...folders.slice(0, depth), 'node_modules', packageName(specifier)].join('/')),
  );
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
