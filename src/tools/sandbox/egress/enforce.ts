import { createHash } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EgressPolicy, formatEgress, isEgressAllowed } from '../../../domain/egress.ts';
import { runChild } from '../../../lib/child-process.ts';
import { formatNetwork, type IpNetwork } from '../../../lib/ip-network.ts';
import { programPath } from '../../../lib/package-files.ts';

/** The control group whose processes are subject to the rules, or the reason why they cannot be enforced. */
export type Enforcement = { group: string } | { failure: string };

const attachProgram = programPath('src/tools/sandbox/egress/attach');
const timeoutMs = 60_000;

/**
 * Makes the kernel apply the rules to each connection of processes below one control group, which later agents with the
 * same rules reuse. Open connections cost nothing.
 */
export async function enforceEgress(policy: EgressPolicy): Promise<Enforcement> {
  if (process.getuid?.() !== 0) return { failure: 'this requires root' };
  const root = await findCgroup2();
  if (root === undefined) return { failure: 'the machine has no control groups of version 2' };
  const text = formatEgress(policy.rules);
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const group = join(root, 'spate', `egress-${version}`);
  try {
    await mkdir(group, { recursive: true });
    const { code, lines } = await runChild(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', attachProgram, group, text, ...deniedPlace(policy)],
      { timeoutMs },
    );
    return code === 0 ? { group } : { failure: lines.at(-1) ?? `exit code ${code}` };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The tree of version 2, alone or beside the controllers of version 1. */
async function findCgroup2(): Promise<string | undefined> {
  for (const [root, mark] of [
    ['/sys/fs/cgroup', 'cgroup.controllers'],
    ['/sys/fs/cgroup/unified', 'cgroup.procs'],
  ] as const) {
    const isThere = await access(join(root, mark)).then(
      () => true,
      () => false,
    );
    if (isThere) return root;
  }
  return undefined;
}

/** An address and port that the rules deny, for verification; IPv4 if possible. */
function deniedPlace(policy: EgressPolicy): string[] {
  const isDenied = (address: IpNetwork, port: number) => !isEgressAllowed(policy, address, port);
  const places = policy.rules
    .filter(({ action }) => action !== 'allow')
    .map(({ network, port }) => {
      const address = { ...network, prefixLength: network.words.length * 32 };
      return { address: network.prefixLength === 0 ? anywhere(network.family) : address, port: port ?? 9 };
    })
    .filter(({ address, port }) => isDenied(address, port));
  const place = places.find(({ address }) => address.family === 4) ?? places[0];
  return place ? [formatNetwork(place.address), String(place.port)] : [];
}

/** From the networks reserved for documentation. */
function anywhere(family: 4 | 6): IpNetwork {
  return family === 4
    ? { family, words: [0xc0000201], prefixLength: 32 }
    : { family, words: [0x20010db8, 0, 0, 1], prefixLength: 128 };
}

/** Name servers of this machine. */
export async function findNameServers(path = '/etc/resolv.conf'): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return [...text.matchAll(/^\s*nameserver\s+([^\s%#;]+)/gm)].map(([, address = '']) => address);
}
