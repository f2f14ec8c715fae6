import type { EgressRule } from '../../../domain/egress.ts';
import { Instructions } from './instructions.ts';

/** A program that the kernel runs for each socket call of a control group; it allows or denies the call. */
export interface SocketProgram {
  /** BPF_PROG_TYPE_… and BPF_CGROUP_… of linux/bpf.h. */
  type: number;
  attachType: number;
  instructions: Buffer;
}

const programTypes = { socket: 9, socketAddress: 18 } as const;
const attachTypes = { createSocket: 2, connect4: 10, connect6: 11, send4: 14, send6: 15 } as const;

/** Of struct bpf_sock_addr and struct bpf_sock. */
const offsets = { ipv4: 4, ipv6: 8, port: 24, protocol: 12 } as const;
const registers = { context: 1, words: [2, 3, 4, 5], scratch: 7, port: 8 } as const;

const deny = 0;
const allow = 1;
const loopback = 0x7f000001;
/** TCP, UDP, UDP-Lite and Multipath TCP; the other programs do not see sockets of other protocols. */
const protocols = [6, 17, 136, 262];

/** Programs for rules in order, the most specific first. */
export function socketPrograms(rules: readonly EgressRule[]): SocketProgram[] {
  const type = programTypes.socketAddress;
  const forIpv4 = checkIpv4(rules);
  const forIpv6 = checkIpv6(rules);
  return [
    { type: programTypes.socket, attachType: attachTypes.createSocket, instructions: checkProtocol() },
    { type, attachType: attachTypes.connect4, instructions: forIpv4 },
    { type, attachType: attachTypes.send4, instructions: forIpv4 },
    { type, attachType: attachTypes.connect6, instructions: forIpv6 },
    { type, attachType: attachTypes.send6, instructions: forIpv6 },
  ];
}

function checkProtocol(): Buffer {
  const code = new Instructions();
  code.load(registers.scratch, registers.context, offsets.protocol);
  const found = protocols.map((protocol) => code.jumpIf(registers.scratch, protocol));
  code.exit(deny);
  for (const land of found) land();
  code.exit(allow);
  return code.toBuffer();
}

function checkIpv4(rules: readonly EgressRule[]): Buffer {
  const code = new Instructions();
  code.loadBigEndian(registers.words[0], registers.context, offsets.ipv4, 32);
  code.loadBigEndian(registers.port, registers.context, offsets.port, 16);
  judgeIpv4(code, rules);
  return code.toBuffer();
}

function checkIpv6(rules: readonly EgressRule[]): Buffer {
  const code = new Instructions();
  const [first, second, third, last] = registers.words;
  for (const [index, register] of registers.words.entries())
    code.loadBigEndian(register, registers.context, offsets.ipv6 + index * 4, 32);
  code.loadBigEndian(registers.port, registers.context, offsets.port, 16);
  const isOther = [code.jumpUnless(first, 0), code.jumpUnless(second, 0)];
  const isPlain = code.jumpUnless(third, 0xffff);
  code.copy(first, last);
  judgeIpv4(code, rules);
  isPlain();
  // The kernel treats :: as ::1.
  const isSomewhere = [code.jumpUnless(third, 0), code.jumpUnless(last, 0)];
  code.set(last, 1);
  for (const land of [...isOther, ...isSomewhere]) land();
  judge(code, rules, 6);
  return code.toBuffer();
}

function judgeIpv4(code: Instructions, rules: readonly EgressRule[]): void {
  // The kernel treats 0.0.0.0 as 127.0.0.1.
  const isSomewhere = code.jumpUnless(registers.words[0], 0);
  code.set(registers.words[0], loopback);
  isSomewhere();
  judge(code, rules, 4);
}

/** The first rule that matches decides. */
function judge(code: Instructions, rules: readonly EgressRule[], family: 4 | 6): void {
  for (const { action, network, port } of rules.filter((rule) => rule.network.family === family)) {
    const misses = network.words.flatMap((word, index) => {
      const bits = Math.min(32, network.prefixLength - index * 32);
      return bits <= 0 ? [] : [compare(code, registers.words[index] ?? 0, word, bits)];
    });
    if (port !== null) misses.push(code.jumpUnless(registers.port, port));
    code.exit(action === 'allow' ? allow : deny);
    // The kernel rejects programs with unreachable instructions.
    if (misses.length === 0) return;
    for (const land of misses) land();
  }
  code.exit(allow);
}

function compare(code: Instructions, register: number, word: number, bits: number): () => void {
  if (bits === 32) return code.jumpUnless(register, word);
  code.copy(registers.scratch, register);
  code.shiftRight(registers.scratch, 32 - bits);
  return code.jumpUnless(registers.scratch, word >>> (32 - bits));
}
