/**
 * `spate serve` as in src/main.ts, with cheap password hashes: a parameter, so that no setting of a real service can
 * enable them.
 */
import { cheapEffort } from '../../src/accounts/testing/cheap-effort.ts';
import { runCli } from '../../src/cli/cli.ts';
import { serve as command } from '../../src/cli/commands/serve.ts';
import { describeError } from '../../src/cli/describe-error.ts';
import type { Parts } from '../../src/cli/parts.ts';
import { processTerminal } from '../../src/cli/terminal.ts';
import { serve } from '../../src/service/serve.ts';

/** A graceful stop can take too long when the database is already stopped. */
const stopLimitMs = 15_000;
const notHere = () => Promise.reject(new Error('Only `serve` runs here.'));
const parts: Parts = {
  serve: (config, log) => serve(config, log, undefined, cheapEffort),
  runAgent: notHere,
  cleanUpNode: notHere,
  nodeHealth: notHere,
  backup: notHere,
  restore: notHere,
  moveFiles: notHere,
  checkUpgrade: notHere,
};

// A service must not outlive a killed test process.
process.stdin.resume().once('end', () => {
  process.kill(process.pid, 'SIGINT');
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), stopLimitMs).unref();
});

process.exit(
  await runCli({
    argv: process.argv.slice(2),
    commands: [command],
    version: 'test',
    env: process.env,
    parts,
    terminal: processTerminal(),
  }).catch((error) => {
    console.error(describeError(error));
    return 1;
  }),
);
