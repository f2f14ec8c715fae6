import type { Command, CommandContext } from '../command.ts';
import { renderTable } from '../render/table.ts';
import { checkMachine } from '../system/checks.ts';

export const doctor: Command = {
  name: 'doctor',
  summary: 'Says what this machine can run and what it lacks.',
  usage: ['[options]'],
  options: ['host', 'port', 'dataDir', 'cacheDir', 'localExecutions', 'executionMemoryMb', 'minFreeDiskMb'],
  flags: {},
  run,
};

async function run({ config, terminal }: CommandContext): Promise<number> {
  const checks = await checkMachine(config);
  terminal.say(
    renderTable(
      ['', 'what', 'found'],
      checks.map(({ state, what, finding }) => [state, what, finding]),
    ),
  );
  return checks.some((check) => check.state === 'bad') ? 1 : 0;
}
