/** The program of the client package, for CI jobs and users of a service: only commands that need nothing but a service. */
import { CliError } from './cli/cli-error.ts';
import type { Command } from './cli/command.ts';
import { clientCommands } from './cli/commands/client-commands.ts';
import { createCompletion } from './cli/commands/completion.ts';
import { verifyByService } from './cli/commands/verify-by-service.ts';
import type { Parts } from './cli/parts.ts';
import { startCli } from './cli/start-cli.ts';

const commands: readonly Command[] = [...clientCommands, verifyByService, createCompletion(() => commands)];

const notHere = () =>
  Promise.reject(
    new CliError('This command is not part of the client.', 'Run it where Spate itself is installed.'),
  );
const noParts: Parts = {
  serve: notHere,
  runAgent: notHere,
  cleanUpNode: notHere,
  nodeHealth: notHere,
  backup: notHere,
  restore: notHere,
  moveFiles: notHere,
  checkUpgrade: notHere,
};

await startCli(commands, noParts);
