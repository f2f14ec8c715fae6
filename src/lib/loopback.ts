import { isIPv4 } from 'node:net';

/** Whether a URL has an address of this machine that no other machine can connect to. */
export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}
