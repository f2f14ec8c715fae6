import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { createClient } from '../../contract/client.ts';
import { ContractError } from '../../contract/contract-error.ts';
import { askLine } from '../ask.ts';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { dataFiles } from '../service/data-files.ts';
import { writeLogin } from '../service/login-file.ts';
import { trustCa } from '../service/trust.ts';

export const login: Command = {
  name: 'login',
  summary: 'Remembers the address of a service and your token for it.',
  usage: ['[<address>] [--ca <file>]'],
  about:
    'The token is asked for, or read from SPATE_TOKEN or standard input. It is kept in $XDG_CONFIG_HOME/spate/login.json, readable by you alone.\n' +
    'SPATE_URL, SPATE_TOKEN and a service that runs from the data folder here come first.',
  options: ['url', 'token', 'dataDir'],
  flags: {
    ca: { value: 'file', sentence: 'The CA of a service that made its own: ca.pem of its data folder.' },
  },
  examples: [
    { line: 'spate login https://load.example.com', does: 'asks for the token' },
    { line: 'spate login https://load.example.com --ca ca.pem < token', does: 'in a script' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { env, flags, terminal } = context;
  const url = await readAddress(context);
  const ca = flags.ca === undefined ? null : await readCa(flags.ca);
  const token = await readToken(context);
  if (ca !== null) trustCa(ca);
  const { email, role } = await checkLogin(url, token);
  const path = await writeLogin(env, { url, token, ca });
  terminal.note(`Logged in to ${url} as ${email} (${role}). Kept in ${path}.`);
  await noteLocalService(context, url);
  return 0;
}

async function readAddress({ args, config, terminal }: CommandContext): Promise<string> {
  const [given = config.url ?? undefined, ...rest] = args;
  if (rest.length > 0) throw new CliError('One address is enough.', 'spate login https://load.example.com');
  if (given === undefined && !terminal.canAsk)
    throw new CliError('There is no address to log in to.', 'spate login https://load.example.com');
  const address = given ?? (await askLine('Address of the service: '));
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol))
    throw new CliError(`"${address}" is no address.`, 'It looks like https://load.example.com.');
  return whole.replace(/\/+$/, '');
}

async function readCa(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError(`The CA cannot be read: ${(error as Error).message}.`, null, { cause: error });
  }
}

async function readToken({ config, terminal }: CommandContext): Promise<string> {
  if (config.token !== null) return config.token;
  const token = terminal.canAsk
    ? await askLine('Token (not shown): ', { isSecret: true })
    : (await text(process.stdin)).trim();
  if (token === '') throw new CliError('There is no token.', 'Give it in SPATE_TOKEN or on standard input.');
  return token;
}

async function checkLogin(url: string, token: string) {
  try {
    return await createClient({ url, token }).users.me();
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    if (error.status === 401)
      throw new CliError(
        `${url} does not know this token.`,
        'Nothing was changed. "spate tokens add" makes one.',
        {
          cause: error,
        },
      );
    if (error.status === 0 && /certificate/i.test(error.message))
      throw new CliError(error.message, 'If it has its own CA, give it: --ca <ca.pem>.', { cause: error });
    throw error;
  }
}

async function noteLocalService({ config, terminal }: CommandContext, url: string): Promise<void> {
  const local = (await readFile(dataFiles(config.dataDir).url, 'utf8').catch(() => '')).trim();
  if (local === '' || local === url) return;
  terminal.note(`In this folder commands still go to its own service, ${local}, while that runs.`);
}
