import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { openRunFiles } from '../run/run-files.ts';
import { openClient } from '../service/open-client.ts';
import { definedOverrides, defineFlag } from '../verify/define-flag.ts';
import { sayInspection } from '../verify/say-inspection.ts';

/** `spate verify` of the client: the service checks the plan. */
export const verifyByService: Command = {
  name: 'verify',
  summary: 'Let the service check a plan without generating load.',
  usage: ['<plan> [<data file> …]'],
  examples: [{ line: 'spate verify plan.jmx users.csv', does: 'what the plan needs and lacks' }],
  takes: 'files',
  options: clientOptions,
  flags: { define: defineFlag },
  run,
};

async function run({ args, lists, config, env, terminal }: CommandContext): Promise<number> {
  const files = await openRunFiles(args);
  const client = await openClient(config, env);
  const found = await client.runs.inspect({ files, override_parameters: definedOverrides(lists) });
  sayInspection(terminal, {
    tool: found.tool,
    planName: found.plan,
    problems: found.problems,
    warnings: found.warnings,
    engine: found.engine,
    reasons: found.engine_reasons,
    dataFiles: found.data_files,
    plugins: found.plugins,
  });
  return 0;
}
