import { setTimeout as sleep } from 'node:timers/promises';
import { ContractError } from '../../contract/contract-error.ts';
import { span } from '../../lib/moments.ts';
import { CliError } from '../cli-error.ts';
import type { Terminal } from '../terminal.ts';
import { askDeviceCode, type DeviceCode, type Granted, OAuthError, takeDeviceGrant } from './oauth-calls.ts';

const slowerByS = 5;

/** OAuth device flow: prints a code to confirm in any browser, and waits. Does not open a browser. */
export async function logInByDevice(
  url: string,
  scopes: readonly string[],
  { note, progress: { paint } }: Pick<Terminal, 'note' | 'progress'>,
): Promise<Granted> {
  const code = await requestCode(url, scopes);
  note('Open this URL in a browser on any machine and confirm the code:');
  note('');
  note(`  ${paint.link(code.wholeAddress ?? code.address)}`);
  note('');
  note(`  ${paint.strong(code.userCode)}`);
  note('');
  note(`Waiting for confirmation. The code expires in ${span(code.expiresInS)}. Press Ctrl-C to cancel.`);
  return poll(url, code);
}

async function requestCode(url: string, scopes: readonly string[]): Promise<DeviceCode> {
  try {
    return await askDeviceCode(url, scopes);
  } catch (error) {
    if (error instanceof ContractError && error.status === 404)
      throw new CliError(
        `${url} does not support login with a browser.`,
        'Check the URL, or log in with a token: spate login --token -',
        { cause: error },
      );
    throw error;
  }
}

async function poll(url: string, { deviceCode, expiresInS, intervalS }: DeviceCode): Promise<Granted> {
  const endMs = performance.now() + expiresInS * 1000;
  let pauseS = intervalS;
  while (performance.now() < endMs) {
    await sleep(pauseS * 1000);
    try {
      return await takeDeviceGrant(url, deviceCode);
    } catch (error) {
      if (error instanceof OAuthError && error.code === 'slow_down') pauseS += slowerByS;
      else if (!isTransient(error)) throw explain(error);
    }
  }
  throw expired();
}

/** Not confirmed yet, or the service is restarting: keep polling. */
function isTransient(error: unknown): boolean {
  if (error instanceof OAuthError) return error.code === 'authorization_pending';
  return (
    error instanceof ContractError && (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

function explain(error: unknown): unknown {
  if (!(error instanceof OAuthError)) return error;
  if (error.code === 'access_denied')
    return new CliError('The login was denied in the browser.', 'Nothing was changed.', {
      cause: error,
    });
  if (error.code === 'expired_token') return expired();
  return new CliError(`The service rejected the login: ${error.message}.`, 'Nothing was changed.', {
    cause: error,
  });
}

function expired(): CliError {
  return new CliError(
    'The code expired before it was confirmed.',
    'Nothing was changed. Get a new code with: spate login',
  );
}
