import { isIP, type OnReadOpts, type TcpNetConnectOpts } from 'node:net';
import type { HostNames } from './host-names.ts';

/** Longest delay of a timer. With it, the next address of a host is tried only after one has failed, as in Java. */
export const longestMs = 2 ** 31 - 1;

/** Server name for SNI: not for IP addresses, and as in Java not for names without a dot or with a trailing dot. */
export const isNameForTls = (name: string) =>
  name.indexOf('.') > 0 && !name.endsWith('.') && isIP(name) === 0;

interface SocketTarget {
  readonly host: string;
  readonly port: number;
  readonly localAddress: string | undefined;
  /** The proxy, if any. */
  readonly hop?: { readonly host: string; readonly port: number } | undefined;
}

/** `onread`: reads into one buffer per worker; data is consumed before the next read. */
export const socketOptions = (
  { host, port, hop, localAddress }: SocketTarget,
  names: HostNames,
  onread: OnReadOpts | undefined,
): TcpNetConnectOpts => ({
  host: hop?.host ?? host,
  port: hop?.port ?? port,
  lookup: names.lookup,
  // The owner decides what to do when the peer has ended its side.
  allowHalfOpen: true,
  // Like HttpClient, tries the next address only after one has failed.
  autoSelectFamilyAttemptTimeout: longestMs,
  ...(onread === undefined ? {} : { onread }),
  ...(localAddress === undefined ? {} : { localAddress }),
});
