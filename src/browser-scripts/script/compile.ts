import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { type BuildFailure, type BuildOptions, build, type Message } from 'esbuild';
import { AppError } from '../../domain/errors.ts';
import { exists } from '../../lib/exists.ts';
import type { CompiledScript, CompileScript } from './contract.ts';
import { keepInside } from './keep-inside.ts';
import { lenientInterop } from './lenient-interop.ts';
import { readTitle } from './title.ts';

const maxErrorsShown = 5;

/** Bundles a script with its relative imports and the packages beside it. Type errors never stop it. */
export const compileScript: CompileScript = async (scriptPath, filesFolder) => {
  const root = await realpath(filesFolder);
  const entry = await findEntry(scriptPath, root);
  const name = relative(root, entry);
  const source = await readFile(entry, 'utf8');
  const result = await build(await optionsFor(entry, root)).catch((error: unknown) => {
    throw new AppError('plan_broken', describeFailure(error, name));
  });
  const code = result.outputFiles?.find((file) => file.path.endsWith('.js'))?.text ?? '';
  const sourceMap = result.outputFiles?.find((file) => file.path.endsWith('.map'))?.text ?? '';
  return { name, code: lenientInterop(code), sourceMap, ...readTitle(source) } satisfies CompiledScript;
};

async function findEntry(scriptPath: string, root: string): Promise<string> {
  const path = isAbsolute(scriptPath) ? scriptPath : join(root, scriptPath);
  const entry = await realpath(path).catch(() => null);
  if (entry === null) throw new AppError('plan_broken', `${scriptPath} is not one of the uploaded files.`);
  if (!entry.startsWith(root + sep))
    throw new AppError('plan_broken', `${scriptPath} is outside of the uploaded files.`);
  return entry;
}

async function optionsFor(entry: string, root: string): Promise<BuildOptions> {
  const outfile = join(root, 'script.compiled.js');
  const own = await findTsconfig(dirname(entry), root);
  return {
    entryPoints: [entry],
    absWorkingDir: root,
    outfile,
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node26',
    // Evaluated text has no module loader, so `import()` becomes `require`.
    supported: { 'dynamic-import': false },
    sourcemap: 'external',
    sourcesContent: true,
    logLevel: 'silent',
    charset: 'utf8',
    plugins: [keepInside(root)],
    ...(own === null ? { tsconfigRaw: defaultTsconfig } : { tsconfig: own }),
  };
}

const defaultTsconfig = {
  compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
};

/** A tsconfig above the files folder is ignored. */
async function findTsconfig(folder: string, root: string): Promise<string | null> {
  for (let at = folder; at === root || at.startsWith(root + sep); at = dirname(at)) {
    const path = join(at, 'tsconfig.json');
    if (await exists(path)) return path;
  }
  return null;
}

function describeFailure(error: unknown, name: string): string {
  const errors = (error as Partial<BuildFailure>).errors ?? [];
  if (errors.length === 0) return `${name} could not be compiled: ${String(error)}`;
  const shown = errors.slice(0, maxErrorsShown).map((each) => describeMessage(each, name));
  const rest = errors.length - shown.length;
  return shown.join('\n') + (rest > 0 ? `\n… and ${rest} more` : '');
}

function describeMessage({ location, text }: Message, name: string): string {
  if (location === null) return `${name}: ${text}`;
  return `${location.file}:${location.line}:${location.column + 1}: ${text}`;
}
