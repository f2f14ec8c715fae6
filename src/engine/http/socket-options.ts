import { isIP } from 'node:net';

/** As the delay before another address of a host is tried: only after one has failed, as in Java. */
export const longestMs = 2 ** 31 - 1;

/** Server name for SNI: not for IP addresses, and as in Java not for names without a dot or with a trailing dot. */
export const isNameForTls = (name: string) =>
  name.indexOf('.') > 0 && !name.endsWith('.') && isIP(name) === 0;
