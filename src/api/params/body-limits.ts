import { AppError } from '../../domain/errors.ts';

/** Largest body where no files are taken. Counted while it arrives. */
export const smallBodyBytes = 64 * 1024;
/** All fields of a form with files together; files go to disk and have a limit of their own. */
export const formFieldsBytes = 2 * 1024 * 1024;
/** A JSON body with files in base64. It goes to disk and is parsed by a worker thread. */
export const jsonUploadBytes = 64 * 1024 * 1024;
/** Parameters of one request, wherever they are. */
export const maxParameters = 5_000;

export function bodyTooLarge(what: string, maxBytes: number): AppError {
  const fix =
    maxBytes === smallBodyBytes ? 'Send less.' : 'Send larger files as multipart/form-data, in run_files[].';
  return new AppError('too_large', `${what} may have at most ${maxBytes} bytes. ${fix}`);
}

export function tooManyParameters(): AppError {
  return new AppError('malformed', `The request has more than ${maxParameters} parameters. Send fewer.`);
}
