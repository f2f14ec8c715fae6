import type { Command } from '../command.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'Tries a plan out on this machine before any load is made with it.',
  usage: ['<script.ts> [<data file> …]', '<plan> [<data file> …]'],
  examples: [
    { line: 'spate verify shop.ts', does: 'Run one user of a browser script once, and show each step' },
    { line: 'spate verify shop.ts users.json -D stage=test', does: 'With a data file and a parameter' },
    { line: 'spate verify plan.jmx users.csv', does: 'Check a JMeter plan without running it' },
  ],
  takes: 'files',
  options: ['cacheDir', 'executionMemoryMb', 'logLevel'],
  flags: {
    define: {
      value: 'name=value',
      short: 'D',
      isRepeatable: true,
      sentence: 'A parameter of the plan, as in override_parameters; scripts find it in their environment.',
    },
    results: {
      value: 'folder',
      sentence: 'Where screenshots and logs go. Default: a new folder in spate-verify.',
    },
  },
  // The checks of plans load a quarter of our modules, which no other command needs.
  run: async (context) => (await import('../verify/verify-plan.ts')).verifyPlan(context),
};
