import { createHash } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EgressPolicy, formatEgress, isEgressAllowed } from '../../../domain/egress.ts';
import { runChild } from '../../../lib/child-process.ts';
import { formatNetwork, type IpNetwork } from '../../../lib/ip-network.ts';

/** Where rules are enforced for every process below a control group, or why they are not, as part of a sentence. */
export type Enforcement = { group: string } | { failure: string };

const attachProgram = fileURLToPath(new URL('attach.ts', import.meta.url));
const timeoutMs = 60_000;

/**
 * Makes the kernel apply the rules to each connection of processes below one control group, which stays for the next
 * agent with the same rules. Costs nothing after a connection is made.
 */
export async function enforceEgress(policy: EgressPolicy): Promise<Enforcement> {
  if (process.getuid?.() !== 0) return { failure: 'only root can give the kernel such rules' };
  const root = await findCgroup2();
  if (root === undefined) return { failure: 'this machine has no control groups of version 2' };
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
    return code === 0 ? { group } : { failure: lines.at(-1) ?? `attaching them ended with ${code}` };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** The machine's own tree, or the one beside the controllers of version 1. */
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

/** An address and port that the rules deny, to try them on; an IPv4 one if there is one. */
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

/** Of the networks that are kept for documentation, where nothing is. */
function anywhere(family: 4 | 6): IpNetwork {
  return family === 4
    ? { family, words: [0xc0000201], prefixLength: 32 }
    : { family, words: [0x20010db8, 0, 0, 1], prefixLength: 128 };
}

/** Those that programs of this machine ask for the addresses of names. */
export async function findNameServers(path = '/etc/resolv.conf'): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return [...text.matchAll(/^\s*nameserver\s+([^\s%#;]+)/gm)].map(([, address = '']) => address);
}
