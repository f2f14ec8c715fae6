import type { Command } from '../command.ts';
import { defineFlag } from '../verify/define-flag.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'Check a plan on this machine without generating load.',
  usage: ['<script.ts> [<data file> …]', '<plan> [<data file> …]'],
  examples: [
    {
      line: 'spate verify shop.ts',
      does: 'run a browser script once with one virtual user and show each step',
    },
    { line: 'spate verify shop.ts users.json -D stage=test', does: 'with a data file and a parameter' },
    { line: 'spate verify plan.jmx users.csv', does: 'check a JMeter plan without running it' },
  ],
  takes: 'files',
  options: ['cacheDir', 'executionMemoryMb', 'logLevel'],
  flags: {
    define: defineFlag,
    results: {
      value: 'folder',
      sentence: 'Folder for screenshots and logs. Default: a new folder in spate-verify.',
    },
  },
  // Loaded on demand: plan checks need a quarter of all modules.
  run: async (context) => (await import('../verify/verify-plan.ts')).verifyPlan(context),
};
