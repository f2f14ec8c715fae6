import { ContractError } from '../contract/contract-error.ts';
import { CliError } from './cli-error.ts';

/** Error text for the terminal; with a stack only for unexpected errors. */
export function describeError(error: unknown): string {
  if (error instanceof CliError) return withHint(error.message, error.hint);
  if (error instanceof ContractError) return withHint(error.message, hintOf(error));
  // Recognized by name: the CLI may not import the class.
  if (error instanceof Error && error.name === 'AppError') return withHint(error.message, null);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function hintOf({ status, code, message }: ContractError): string | null {
  if (code === 'login_ended') return 'Log in again with: spate login';
  if (status === 401)
    return 'The token is not valid. Set a valid one in SPATE_TOKEN, or log in with: spate login';
  if (status !== 0) return null;
  return /certificate/i.test(message)
    ? 'Trust the CA of the service: spate login <url> --ca <ca.pem>, or NODE_EXTRA_CA_CERTS=<ca.pem> spate …'
    : 'Is the service running? Start one with "spate serve", or choose another with SPATE_URL or "spate login".';
}

function withHint(message: string, hint: string | null): string {
  return hint === null ? `spate: ${message}` : `spate: ${message}\n       ${hint}`;
}
