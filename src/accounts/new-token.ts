import { randomBytes } from 'node:crypto';

/** A token as we make them: 160 random bits. */
export function newToken(): string {
  return `spate_live_${randomBytes(20).toString('hex')}`;
}
