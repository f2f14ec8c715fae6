import { CliError } from '../cli-error.ts';
import { clientOptions, idSentence } from '../client-options.ts';
import type { Command, CommandContext } from '../command.ts';
import { findService } from '../service/find-service.ts';
import { connect } from '../service/open-client.ts';
import { resolveRun } from '../service/resolve-run.ts';
import { validity, withPage } from '../service/sign-in-link.ts';

export const open: Command = {
  name: 'open',
  summary: 'Print a link that opens the dashboard and signs the browser in.',
  usage: ['[ID]'],
  about:
    `${idSentence} Without it, the link leads to the list of runs.\n` +
    'The link works once and expires after 10 minutes. The session has the permissions of your token and ends with it.\n' +
    'After "spate login" with a browser, the command prints the plain address: that browser has a session.',
  options: clientOptions,
  flags: {},
  examples: [
    { line: 'spate open', does: 'a link to the list of runs of the local service' },
    { line: 'spate open last', does: 'a link to the latest run' },
  ],
  run,
};

async function run({ args, config, env, terminal }: CommandContext): Promise<number> {
  const [id, ...rest] = args;
  if (rest.length > 0) throw new CliError('Too many arguments.', 'Usage: spate open [ID]');
  const service = await findService(config, env);
  const client = connect(service, env);
  const path = id === undefined ? '/app' : `/app/runs/${(await resolveRun(id, client)).uuid}`;
  if (service.source === 'login' && service.renewal !== null) {
    terminal.say(service.url + path);
    return 0;
  }
  const { link, expires_at } = await client.signInLinks.create();
  terminal.say(id === undefined ? link : withPage(link, path));
  terminal.note(validity({ link, expiresAt: new Date(expires_at) }));
  return 0;
}
