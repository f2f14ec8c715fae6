import { setTimeout as sleep } from 'node:timers/promises';
import { ContractError } from '../../contract/contract-error.ts';
import { span } from '../../lib/moments.ts';
import { CliError } from '../cli-error.ts';
import type { Terminal } from '../terminal.ts';
import { askDeviceCode, type DeviceCode, type Granted, OAuthError, takeDeviceGrant } from './oauth-calls.ts';

const slowerByS = 5;

/** Shows a code that a person confirms in any browser, and waits until they have. Opens nothing by itself. */
export async function logInByDevice(
  url: string,
  scopes: readonly string[],
  { note, progress: { paint } }: Pick<Terminal, 'note' | 'progress'>,
): Promise<Granted> {
  const code = await ask(url, scopes);
  note('Open this address in a browser, on any machine, and confirm the code:');
  note('');
  note(`  ${paint.link(code.wholeAddress ?? code.address)}`);
  note('');
  note(`  ${paint.strong(code.userCode)}`);
  note('');
  note(`Waiting for that. The code is good for ${span(code.expiresInS)}; Ctrl-C gives up.`);
  return poll(url, code);
}

async function ask(url: string, scopes: readonly string[]): Promise<DeviceCode> {
  try {
    return await askDeviceCode(url, scopes);
  } catch (error) {
    if (error instanceof ContractError && error.status === 404)
      throw new CliError(
        `${url} knows no sign-in by browser.`,
        'Give it a token: spate login --token -, or is the address wrong?',
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
      else if (!isPassing(error)) throw explain(error);
    }
  }
  throw expired();
}

/** Nobody has confirmed yet, or the service restarts. */
function isPassing(error: unknown): boolean {
  if (error instanceof OAuthError) return error.code === 'authorization_pending';
  return (
    error instanceof ContractError && (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

function explain(error: unknown): unknown {
  if (!(error instanceof OAuthError)) return error;
  if (error.code === 'access_denied')
    return new CliError('Somebody refused the login in the browser.', 'Nothing was changed.', {
      cause: error,
    });
  if (error.code === 'expired_token') return expired();
  return new CliError(`The service refused the login: ${error.message}.`, 'Nothing was changed.', {
    cause: error,
  });
}

function expired(): CliError {
  return new CliError(
    'Nobody confirmed the code in time.',
    'Nothing was changed. spate login shows a new one.',
  );
}
