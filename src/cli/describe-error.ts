import { ContractError } from '../contract/contract-error.ts';
import { CliError } from './cli-error.ts';

/** An error as lines for a person; a stack only for what nobody foresaw. */
export function describeError(error: unknown): string {
  if (error instanceof CliError) return withHint(error.message, error.hint);
  if (error instanceof ContractError) return withHint(error.message, hintOf(error));
  // Known by its name: the class lives in a room that the command line does not enter.
  if (error instanceof Error && error.name === 'AppError') return withHint(error.message, null);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function hintOf({ status, code, message }: ContractError): string | null {
  if (code === 'login_ended') return 'Log in again: spate login.';
  if (status === 401)
    return 'The service does not accept this token. Give a valid one in SPATE_TOKEN, or log in: spate login.';
  if (status !== 0) return null;
  return /certificate/i.test(message)
    ? 'Trust its CA: spate login <address> --ca <ca.pem>, or NODE_EXTRA_CA_CERTS=<ca.pem> spate …'
    : 'Is it running? "npm start" starts one here; SPATE_URL or spate login name another.';
}

function withHint(message: string, hint: string | null): string {
  return hint === null ? `spate: ${message}` : `spate: ${message}\n       ${hint}`;
}
