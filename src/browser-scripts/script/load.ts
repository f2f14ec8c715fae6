import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { UserIdentity } from '../../tool-process/user-identity.ts';
import { createApiModule } from './api/api-module.ts';
import { DataFeed } from './api/data/feed.ts';
import { compiledName } from './compiled-name.ts';
import { contextOptions } from './context-options.ts';
import type { CompiledScript, LeasedFiles } from './contract.ts';
import type { ScriptFunction, ScriptPlan } from './plan.ts';
import { createScriptConsole } from './script-console.ts';
import { createScriptProcess } from './script-process.ts';
import { createScriptRequire } from './script-require.ts';
import { readSettings, type Settings } from './settings.ts';

export interface LoadOptions {
  script: CompiledScript;
  identity: UserIdentity;
  filesFolder: string;
  leased?: LeasedFiles | undefined;
  onLog(from: 'script' | 'runner', level: string, text: string): void;
}

export interface LoadedScript {
  plan: ScriptPlan;
  settings: Settings;
}

/** Evaluates a script for one user, with separate modules. Throws what the script throws. */
export async function loadScript({
  script,
  identity,
  filesFolder,
  leased,
  onLog,
}: LoadOptions): Promise<LoadedScript> {
  const warn = (text: string) => onLog('runner', 'warn', text);
  const scriptPath = join(filesFolder, script.name);
  const plan = emptyPlan();
  const folders = [filesFolder, dirname(scriptPath)];
  const { api, step } = createApiModule({ plan, identity, folders, leased, warn });
  const exported = evaluate(
    script,
    scriptPath,
    filesFolder,
    api,
    createScriptConsole((level, text) => onLog('script', level, text)),
  );
  const main = defaultExport(exported);
  if (main === null) throw new Error('Test script must export a default function');
  // The first versions passed `step` as the argument.
  await main(step);
  const raw = { ...recordOf(recordOf(exported).settings), ...plan.setups };
  const settings = { ...readSettings(raw, warn), ...naming(script, raw) };
  // Throws for an unknown device, before any browser is opened.
  contextOptions(settings);
  return { plan, settings };
}

function emptyPlan(): ScriptPlan {
  return {
    steps: [],
    recoveries: new Map(),
    hooks: { beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] },
    setups: {},
    data: new DataFeed(),
  };
}

function evaluate(
  script: CompiledScript,
  scriptPath: string,
  filesFolder: string,
  api: object,
  console: Console,
): unknown {
  const process = createScriptProcess();
  const require = createScriptRequire(scriptPath, filesFolder, { api, console, process });
  const scope: object = Object.create(globalThis);
  const module = { exports: {} as unknown };
  const names = [
    'exports',
    'require',
    'module',
    '__filename',
    '__dirname',
    'console',
    'process',
    'global',
    'globalThis',
  ];
  const body = compileFunction(script.code, names, { filename: compiledName });
  body.call(
    module.exports,
    module.exports,
    require,
    module,
    scriptPath,
    dirname(scriptPath),
    console,
    process,
    scope,
    scope,
  );
  return module.exports;
}

function defaultExport(exported: unknown): ScriptFunction | null {
  if (typeof exported === 'function') return exported as ScriptFunction;
  const main = recordOf(exported).default;
  if (typeof main === 'function') return main as ScriptFunction;
  // Default export of a CommonJS file compiled from an ES module.
  const inner = recordOf(main).default;
  return typeof inner === 'function' ? (inner as ScriptFunction) : null;
}

/** Name and description come from the settings, or else from the first comment. */
function naming(script: CompiledScript, raw: Record<string, unknown>): Partial<Settings> {
  return {
    ...(script.title !== '' && typeof raw.name !== 'string' ? { name: script.title } : {}),
    ...(script.description !== '' && typeof raw.description !== 'string'
      ? { description: script.description }
      : {}),
  };
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
