import { readPackageVersion } from '../lib/package-files.ts';
import { runCli } from './cli.ts';
import type { Command } from './command.ts';
import { describeError } from './describe-error.ts';
import type { Parts } from './parts.ts';
import { processTerminal } from './terminal.ts';

/** Runs the command line of this process, then ends it. */
export async function startCli(commands: readonly Command[], parts: Parts): Promise<never> {
  // The reader of a pipe may end early (| head), or by the same Ctrl-C (| tee). The command continues, because it may have
  // started processes that it must end.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // EIO: the terminal itself was closed.
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  }
  process.exit(await run(commands, parts));
}

async function run(commands: readonly Command[], parts: Parts): Promise<number> {
  try {
    const terminal = processTerminal();
    const argv = process.argv.slice(2);
    return await runCli({
      argv,
      commands,
      version: await readPackageVersion(),
      env: process.env,
      parts,
      terminal,
    });
  } catch (error) {
    console.error(describeError(error));
    return 1;
  }
}
