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
  summary: 'Log in to a service and store the login.',
  usage: ['[<address>] [--ca <file>] [--scope <scope>]…', '[<address>] --token <token or ->'],
  about:
    'Prints a URL and a code. Open the URL in any browser, sign in and confirm the code. Alternatively pass a token with --token,\n' +
    'SPATE_TOKEN or standard input. The login is stored in $XDG_CONFIG_HOME/spate/login.json, readable only by you, and renewed automatically.\n' +
    'SPATE_URL, SPATE_TOKEN and a service running from the local data folder take precedence.',
  options: ['url', 'dataDir'],
  flags: {
    token: {
      value: 'token',
      sentence: 'Use a token instead of the browser; - prompts for it or reads standard input.',
    },
    scope: {
      value: 'scope',
      isRepeatable: true,
      suggests: scopeNames,
      sentence: `Scope of the login: ${scopeNames.join(', ')}. Default: all.`,
    },
    ca: {
      value: 'file',
      sentence: 'CA certificate of a service with a self-signed CA: ca.pem in its data folder.',
    },
  },
  examples: [
    { line: 'spate login https://load.example.com', does: 'confirm in a browser' },
    { line: 'spate login https://load.example.com --token -', does: 'paste a token; the input is hidden' },
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
  terminal.note(`Logged in to ${url} as ${email} (${role}). Stored in ${path}.`);
  await noteLocalService(context, url);
  return 0;
}

async function readAddress({ args, config, terminal }: CommandContext): Promise<string> {
  const [given = config.url ?? undefined, ...rest] = args;
  if (rest.length > 0)
    throw new CliError('Too many arguments.', 'Usage: spate login https://load.example.com');
  if (given === undefined && !terminal.canAsk)
    throw new CliError('The URL of the service is missing.', 'Usage: spate login https://load.example.com');
  const address = given ?? (await askLine('URL of the service: '));
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol))
    throw new CliError(`Invalid URL: "${address}".`, 'Use a URL such as https://load.example.com.');
  return whole.replace(/\/+$/, '');
}

async function readCa(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CliError(`Cannot read the CA certificate: ${(error as Error).message}.`, null, {
      cause: error,
    });
  }
}

/** Null means: log in with the browser. */
async function readToken({ config, flags, terminal }: CommandContext): Promise<string | null> {
  const isAsked = flags.token === '-';
  const given = isAsked ? null : (flags.token ?? config.token);
  if (given !== null) return given;
  if (!isAsked && process.stdin.isTTY) return null;
  const token = terminal.canAsk
    ? await askLine('Token (hidden): ', { isSecret: true })
    : (await text(process.stdin)).trim();
  if (token !== '') return token;
  if (!isAsked) return null;
  throw new CliError('The token is missing.', 'Set SPATE_TOKEN, or pass the token on standard input.');
}

async function checkLogin(url: string, token: string) {
  try {
    return await explainCertificate(createClient({ url, token }).users.me());
  } catch (error) {
    if (error instanceof ContractError && error.status === 401)
      throw new CliError(
        `${url} rejected the token.`,
        'Nothing was changed. Create a token with "spate tokens new".',
        { cause: error },
      );
    throw error;
  }
}

async function explainCertificate<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    if (!(error instanceof ContractError) || error.status !== 0 || !/certificate/i.test(error.message))
      throw error;
    throw new CliError(error.message, 'If the service has a self-signed CA, use --ca <ca.pem>.', {
      cause: error,
    });
  });
}

async function noteLocalService({ config, terminal }: CommandContext, url: string): Promise<void> {
  const local = (await readFile(dataFiles(config.dataDir).url, 'utf8').catch(() => '')).trim();
  if (local === '' || local === url) return;
  terminal.note(`In this folder, commands still use the local service ${local} while it is running.`);
}
