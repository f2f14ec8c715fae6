import { readFile } from 'node:fs/promises';
import { runCli } from './cli/cli.ts';
import { commands } from './cli/commands/index.ts';
import { describeError } from './cli/describe-error.ts';
import type { Parts } from './cli/parts.ts';
import { processTerminal } from './cli/terminal.ts';
import { packageFile } from './lib/package-files.ts';

/** Loaded on demand, because `spate --help` must not load the service. */
const parts: Parts = {
  serve: async (config, log) => (await import('./server.ts')).serve(config, log),
  runAgent: async (settings) => (await import('./agent/agent.ts')).runAgent(settings),
  cleanUpNode: async (dir, log) => (await import('./agent/clean-up.ts')).cleanUpNode(dir, log),
  backup: async (config, out, log) => (await import('./backup.ts')).backup(config, out, log),
  restore: async (config, from, log) => (await import('./backup.ts')).restore(config, from, log),
};

// The reader of a pipe may end early (| head), or by the same Ctrl-C (| tee). The command continues, because it may have
// started processes that it must end.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // EIO: the terminal itself was closed.
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}
process.exit(await main());

async function main(): Promise<number> {
  try {
    const terminal = processTerminal();
    const argv = process.argv.slice(2);
    return await runCli({ argv, commands, version: await readVersion(), env: process.env, parts, terminal });
  } catch (error) {
    console.error(describeError(error));
    return 1;
  }
}

async function readVersion(): Promise<string> {
  const text = await readFile(packageFile('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
