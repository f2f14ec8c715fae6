import { CliError } from './cli-error.ts';

/** An error as lines for a person; a stack only for what nobody foresaw. */
export function describeError(error: unknown): string {
  if (error instanceof CliError) {
    return error.hint === null ? `spate: ${error.message}` : `spate: ${error.message}\n       ${error.hint}`;
  }
  // Known by its name: the class lives in a room that the command line does not enter.
  if (error instanceof Error && error.name === 'AppError') return `spate: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
