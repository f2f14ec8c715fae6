import { toString as textAt } from 'node:ffi';
import type { OpenSsl } from './open-ssl.ts';

/** An error of OpenSSL with the error code that Node.js would report. */
export class OpenSslError extends Error {
  readonly code: string;

  /** `isInHandshake`: Node.js has one code for all errors until the first request is written. */
  constructor(message: string, reason: string, isInHandshake: boolean) {
    super(message);
    this.code = isInHandshake ? 'EPROTO' : `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
  }
}

/** Empties OpenSSL's error queue. The code is that of the first error. */
export function takeErrors(ssl: OpenSsl, isInHandshake: boolean): OpenSslError {
  const data = new BigUint64Array(1);
  const reasons: string[] = [];
  const messages: string[] = [];
  const next = () => ssl.ERR_get_error_all(null, null, null, data, null);
  for (let number = next(); number !== 0n; number = next()) {
    const reason = textOf(ssl.ERR_reason_error_string(number)) || 'unknown error';
    const more = textOf(data[0] ?? 0n);
    reasons.push(reason);
    messages.push(more === '' ? reason : `${reason}: ${more}`);
  }
  const [reason = 'unknown error'] = reasons;
  return new OpenSslError(messages.join(', ') || reason, reason, isInHandshake);
}

const textOf = (address: bigint) => (address === 0n ? '' : (textAt(address) ?? ''));
