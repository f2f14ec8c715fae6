import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { listZip } from '../../tools/zip-archive.ts';
import { CliError } from '../cli-error.ts';

export const knownTools = [
  'jmeter',
  'gatling',
  'java-selenium-chrome',
  'java-selenium-firefox',
  'service-chrome',
] as const;
type KnownTool = (typeof knownTools)[number];

export interface ToolGuess {
  tool: KnownTool;
  /** The file it was detected from. */
  because: string;
}

/** Enough for imports, which identify the tool. */
const readBytes = 256 * 1024;
const maxEntries = 10_000;

/** Detects the tool from the files. Throws CliError if it is unknown or ambiguous. */
export async function guessTool(paths: readonly string[]): Promise<ToolGuess> {
  const guesses: ToolGuess[] = [];
  for (const path of paths) {
    const guess = await guessOfFile(path);
    if (guess) guesses.push(guess);
  }
  const tools = [...new Set(guesses.map((guess) => guess.tool))];
  const [first] = guesses;
  if (first && tools.length === 1) return first;
  throw new CliError(
    tools.length === 0
      ? 'Cannot detect the tool from the files.'
      : `The files belong to several tools: ${tools.join(', ')}.`,
    `Set it with --tool: ${knownTools.join(', ')}.`,
  );
}

async function guessOfFile(path: string): Promise<ToolGuess | undefined> {
  const name = basename(path);
  if (/\.(zip|jar)$/i.test(name)) return guessOfArchive(path);
  if (!/\.(jmx|scala|kt|java|ts|js|mjs)$/i.test(name)) return undefined;
  if (/\.jmx$/i.test(name)) return { tool: 'jmeter', because: name };
  const file = await openAsBlob(path);
  const tool = toolOfSource(name, await file.slice(0, readBytes).text());
  return tool && { tool, because: name };
}

function toolOfSource(name: string, source: string): KnownTool | undefined {
  if (/\bio\.gatling\b|@gatling\.io\//.test(source)) return 'gatling';
  if (/\.scala$/i.test(name)) return 'gatling';
  if (/\.java$/i.test(name) && /org\.openqa\.selenium/.test(source)) {
    return /\bFirefox(Driver|Options)\b/.test(source) && !/\bChrome(Driver|Options)\b/.test(source)
      ? 'java-selenium-firefox'
      : 'java-selenium-chrome';
  }
  const isScript = /\.(ts|js|mjs)$/i.test(name);
  return isScript && /@flood\/(element|chrome)|\bstep\s*\(/.test(source) ? 'service-chrome' : undefined;
}

/** By the names of the entries; the service rejects corrupt archives. */
async function guessOfArchive(path: string): Promise<ToolGuess | undefined> {
  const entries = await listZip(path, basename(path), maxEntries).catch(() => []);
  const find = (pattern: RegExp) => entries.find((entry) => pattern.test(entry.name))?.name;
  const plan = find(/\.jmx$/i);
  if (plan) return { tool: 'jmeter', because: `${plan} in ${basename(path)}` };
  const simulation = find(/\.scala$/i);
  if (simulation) return { tool: 'gatling', because: `${simulation} in ${basename(path)}` };
  return undefined;
}
