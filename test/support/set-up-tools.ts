import { describeError } from '../../src/cli/describe-error.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { ToolName } from '../../src/domain/tool.ts';
import { silentLog } from '../../src/lib/log.ts';
import { testSandbox } from '../../src/tools/execution.fixture.ts';
import { runnableTools, toolFor } from '../../src/tools/tools.ts';
import { needsOf } from './needs.ts';

export interface ToolSetUp {
  /** Resolves when the tool is set up, or its set-up has failed: its tests then fail and show why. */
  ready(tool: ToolName): Promise<void>;
  /** One line with the durations. */
  line: Promise<string>;
}

/** Compiles geckodriver on a new machine, which takes minutes, so it comes last. */
const last: ToolName = 'java-selenium-firefox';

/**
 * Fills the toolchain cache with the given tools, in the background, sequentially: they build with the same Maven
 * cache, and the tests run concurrently.
 */
export function setUpTools(
  tools: ReadonlySet<ToolName>,
  { after, say, signal }: { after: Promise<unknown>; say(line: string): void; signal: AbortSignal },
): ToolSetUp {
  const { cacheDir } = loadConfig({}, { SPATE_CACHE_DIR: process.env.SPATE_CACHE_DIR });
  const context = { cacheDir, log: silentLog, signal };
  const inOrder = runnableTools
    .filter((name) => tools.has(name))
    .toSorted((a, b) => Number(a === last) - Number(b === last));
  const ready = new Map<ToolName, Promise<void>>();
  const times: string[] = [];
  let before = after;
  for (const name of inOrder) {
    const done = before.then(async () => {
      if (!signal.aborted) times.push(await setUp(name));
    });
    ready.set(name, done);
    before = done;
  }

  async function setUp(name: ToolName): Promise<string> {
    const beganAtMs = performance.now();
    const lacking = needsOf(name);
    if (lacking) return `${name} skipped (${lacking})`;
    try {
      await toolFor(name).provision({ ...context, sandbox: await testSandbox() }, (text) =>
        say(`Setting up ${name}: ${text}`),
      );
      return `${name} ${secondsSince(beganAtMs)}`;
    } catch (error) {
      if (!signal.aborted) say(`Setting up ${name} failed: ${describeError(error)}`);
      return `${name} failed after ${secondsSince(beganAtMs)}`;
    }
  }

  return {
    ready: (tool) => ready.get(tool) ?? Promise.resolve(),
    line: before.then(() => `Tools set up during the tests: ${times.join(', ') || 'none needed'}.`),
  };
}

function secondsSince(atMs: number): string {
  return `${((performance.now() - atMs) / 1000).toFixed(1)} s`;
}
