/**
 * Attaches rules to a control group, then enters the group and verifies them. Runs in a separate process, because the
 * interface to native code is experimental and must not crash the agent.
 * Arguments: the group, the rules, and an address and port that they deny, if there is one.
 */
import { createSocket } from 'node:dgram';
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { parseEgress } from '../../../domain/egress.ts';
import { Bpf } from './bpf.ts';
import { socketPrograms } from './programs.ts';

/** EAFNOSUPPORT: a machine without IPv6. */
const deniedCodes = new Set<string | undefined>(['EPERM', 'EAFNOSUPPORT']);
const [group = '', rules = '', address = '', port = ''] = process.argv.slice(2);
try {
  attach(group, rules);
  writeFileSync(join(group, 'cgroup.procs'), String(process.pid));
  if (address !== '' && (await isReachable(address, Number(port))))
    throw new Error(`the kernel still allows connections to ${address}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Two agents that start at the same time may both attach the same rules, which is harmless. */
function attach(folder: string, text: string): void {
  const bpf = new Bpf();
  const group = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    for (const program of socketPrograms(parseEgress(text))) {
      if (bpf.count(group, program.attachType) > 0) continue;
      const loaded = bpf.load(program);
      bpf.attach(group, loaded, program.attachType);
      closeSync(loaded);
    }
  } finally {
    closeSync(group);
  }
}

/** Connecting a datagram socket evaluates the rules and sends nothing. */
function isReachable(host: string, at: number): Promise<boolean> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const conclude = (error?: NodeJS.ErrnoException) => resolve(!deniedCodes.has(error?.code));
  socket.once('error', conclude);
  // The callback also receives errors, which the types omit.
  socket.connect(at, host, conclude as () => void);
  return promise.finally(() => socket.close());
}
