import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import pg from 'pg';
import { isInNetwork, parseNetwork } from '../lib/ip-network.ts';
import { postgresHosts } from '../lib/postgres-url.ts';

/**
 * Egress rules that deny local tools access to the service's database. Empty for a Unix socket, which is not visible in
 * a sandbox.
 */
export async function databaseEgress(url: string): Promise<string> {
  const rules = await Promise.all((postgresHosts(url) ?? [url]).map(egressToHost));
  return rules.filter((rule) => rule !== '').join(' ');
}

async function egressToHost(url: string): Promise<string> {
  const { host, port } = new pg.Client({ connectionString: url });
  if (host.startsWith('/')) return '';
  const found = await lookup(host, { all: true });
  const addresses = found.map(({ address }) => address);
  const own = ownAddresses();
  const isHere = addresses.some((address) => isLoopback(address) || own.includes(address));
  // A server on this machine may listen on all of its addresses.
  const all = new Set([...addresses, ...(isHere ? ['127.0.0.0/8', '127.0.0.1', '::1', ...own] : [])]);
  return [...all].map((each) => `try-deny:[${each}]:${port}`).join(' ');
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address }) => address);
}

function isLoopback(text: string): boolean {
  const address = parseNetwork(text);
  return ['127.0.0.0/8', '::1']
    .map(parseNetwork)
    .some((each) => each && address && isInNetwork(each, address));
}
