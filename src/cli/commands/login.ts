import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { createClient } from '../../contract/client.ts';
import { ContractError } from '../../contract/contract-error.ts';
import { scopeNames } from '../../contract/scope-words.ts';
import { askLine } from '../ask.ts';
import { CliError } from '../cli-error.ts';
import type { Command, CommandContext } from '../command.ts';
import { readScopes } from '../scopes.ts';
import { dataFiles } from '../service/data-files.ts';
import { logInByDevice } from '../service/device-login.ts';
import { withLoginLocked, writeLogin } from '../service/login-file.ts';
import type { Granted } from '../service/oauth-calls.ts';
import { trustCa } from '../service/trust.ts';

export const login: Command = {
  name: 'login',
  summary: 'Logs in to a service and remembers it.',
  usage: ['[<address>] [--ca <file>] [--scope <scope>]…', '[<address>] --token <token or ->'],
  about:
    'It shows an address and a code; open the one in any browser, sign in there and confirm the other. A token may be given instead: by --token,\n' +
    'SPATE_TOKEN or standard input. What it gets is kept in $XDG_CONFIG_HOME/spate/login.json, readable by you alone, and renewed by itself.\n' +
    'SPATE_URL, SPATE_TOKEN and a service that runs from the data folder here come first.',
  options: ['url', 'dataDir'],
  flags: {
    token: {
      value: 'token',
      sentence: 'A token instead of the browser; - asks for it, or reads standard input.',
    },
    scope: {
      value: 'scope',
      isRepeatable: true,
      suggests: scopeNames,
      sentence: `What the login may be used for: ${scopeNames.join(', ')}. Default: all.`,
    },
    ca: { value: 'file', sentence: 'The CA of a service that made its own: ca.pem of its data folder.' },
  },
  examples: [
    { line: 'spate login https://load.example.com', does: 'confirm it in a browser' },
    { line: 'spate login https://load.example.com --token -', does: 'paste a token, which is not shown' },
    { line: 'spate login https://load.example.com --ca ca.pem < token', does: 'in a script' },
  ],
  run,
};

async function run(context: CommandContext): Promise<number> {
  const { env, flags, lists, terminal } = context;
  const url = await readAddress(context);
  const ca = flags.ca === undefined ? null : await readCa(flags.ca);
  const token = await readToken(context);
  if (ca !== null) trustCa(ca);
  const granted: Granted =
    token === null
      ? await explainCertificate(logInByDevice(url, readScopes(lists.scope) ?? scopeNames, terminal))
      : { token, renewal: null };
  const { email, role } = await checkLogin(url, granted.token);
  const path = await withLoginLocked(env, () => writeLogin(env, { url, ca, ...granted }));
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

/** Null: there is none, so the browser it is. */
async function readToken({ config, flags, terminal }: CommandContext): Promise<string | null> {
  const isAsked = flags.token === '-';
  const given = isAsked ? null : (flags.token ?? config.token);
  if (given !== null) return given;
  if (!isAsked && process.stdin.isTTY) return null;
  const token = terminal.canAsk
    ? await askLine('Token (not shown): ', { isSecret: true })
    : (await text(process.stdin)).trim();
  if (token !== '') return token;
  if (!isAsked) return null;
  throw new CliError('There is no token.', 'Give it in SPATE_TOKEN or on standard input.');
}

async function checkLogin(url: string, token: string) {
  try {
    return await explainCertificate(createClient({ url, token }).users.me());
  } catch (error) {
    if (error instanceof ContractError && error.status === 401)
      throw new CliError(
        `${url} does not know this token.`,
        'Nothing was changed. "spate tokens new" makes one.',
        { cause: error },
      );
    throw error;
  }
}

async function explainCertificate<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    if (!(error instanceof ContractError) || error.status !== 0 || !/certificate/i.test(error.message))
      throw error;
    throw new CliError(error.message, 'If it has its own CA, give it: --ca <ca.pem>.', { cause: error });
  });
}

async function noteLocalService({ config, terminal }: CommandContext, url: string): Promise<void> {
  const local = (await readFile(dataFiles(config.dataDir).url, 'utf8').catch(() => '')).trim();
  if (local === '' || local === url) return;
  terminal.note(`In this folder commands still go to its own service, ${local}, while that runs.`);
}
