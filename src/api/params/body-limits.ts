import { AppError } from '../../domain/errors.ts';

/** Limit of bodies without files, checked while reading. */
export const smallBodyBytes = 64 * 1024;
/** Limit of all fields of a form with files; files are stored on disk with a separate limit. */
export const formFieldsBytes = 2 * 1024 * 1024;
/** Limit of a JSON body with base64 files; stored on disk and parsed by a worker thread. */
export const jsonUploadBytes = 64 * 1024 * 1024;
/** Maximum number of parameters of one request. */
export const maxParameters = 5_000;

export function bodyTooLarge(what: string, maxBytes: number): AppError {
  const fix =
    maxBytes === smallBodyBytes
      ? 'Send a smaller body.'
      : 'Send larger files as multipart/form-data, in run_files[].';
  return new AppError('too_large', `${what} may have at most ${maxBytes} bytes. ${fix}`);
}

export function tooManyParameters(): AppError {
  return new AppError('malformed', `The request has more than ${maxParameters} parameters.`);
}
