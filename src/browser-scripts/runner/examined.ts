import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import type { CompiledScript, LaunchSettings } from '../script/contract.ts';

/** A compiled and inspected script, written by the examiner for the workers. */
export interface ExaminedScript {
  script: CompiledScript;
  steps: string[];
  settings: Record<string, unknown>;
  warnings: string[];
}

export function examinedPath(options: BrowserOptions): string {
  return join(options.toolFolder, 'script.json');
}

export async function readExamined(options: BrowserOptions): Promise<ExaminedScript> {
  return JSON.parse(await readFile(examinedPath(options), 'utf8')) as ExaminedScript;
}

/** Launch options of the script's users, so that the browser can be opened before they start. */
export function launchSettingsOf({
  launchArgs,
  browserLaunchOptions,
}: Record<string, unknown>): LaunchSettings {
  return {
    launchArgs: Array.isArray(launchArgs) ? launchArgs.map(String) : [],
    launchOptions: (browserLaunchOptions ?? {}) as Record<string, unknown>,
    ignoreHttpsErrors: false,
  };
}
