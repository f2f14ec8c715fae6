import { randomBytes } from 'node:crypto';

/** A new token with 160 random bits. */
export function newToken(): string {
  return `spate_live_${randomBytes(20).toString('hex')}`;
}
