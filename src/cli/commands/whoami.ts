import { clientOptions } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { jsonFlag, sayJsonOr } from '../json-flag.ts';
import { findService, type ServiceAddress } from '../service/find-service.ts';
import { connect } from '../service/open-client.ts';

export const whoami: Command = {
  name: 'whoami',
  summary: 'Show the current user, the service and the source of the token.',
  usage: ['[--json]'],
  options: clientOptions,
  flags: { json: jsonFlag },
  examples: [
    { line: 'spate whoami', does: 'prints: ada@example.com (owner) at https://load.example.com' },
    { line: 'spate whoami --json', does: 'for scripts' },
  ],
  run,
};

const means: Record<ServiceAddress['source'], string> = {
  given: 'token from SPATE_TOKEN or --token',
  login: 'token from spate login',
  folder: 'token from the data folder',
};

async function run(context: CommandContext): Promise<number> {
  const service = await findService(context.config, context.env);
  const { id, email, name, role } = await connect(service, context.env).users.me();
  const { url, source } = service;
  sayJsonOr(context, { url, source, id, email, name, role }, () => {
    context.terminal.say(`${email}${name === null ? '' : `, ${name}`} (${role})`);
    context.terminal.note(`at ${url}, ${means[source]}`);
  });
  return 0;
}
