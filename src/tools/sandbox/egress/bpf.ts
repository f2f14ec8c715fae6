import { dlopen, getInt32, getRawPointer } from 'node:ffi';
import { getSystemErrorName } from 'node:util';
import type { SocketProgram } from './programs.ts';

/** The number of bpf(2), by architecture. */
const systemCalls: Partial<Record<NodeJS.Architecture, number>> = { x64: 321, arm64: 280, riscv64: 280 };

/** Of enum bpf_cmd. */
const commands = { load: 5, attach: 8, query: 16 } as const;
/** BPF_F_ALLOW_MULTI: programs of parent and child groups also run, and all must allow. */
const allowMulti = 2;
const attributeBytes = 72;

/** The part of bpf(2) that attaches programs to control groups. Throws on unsupported machines. */
export class Bpf {
  readonly #number: number;
  readonly #library = dlopen(null, {
    syscall: { return: 'int64', arguments: ['int64', 'int64', 'pointer', 'int64'] },
    __errno_location: { return: 'pointer', arguments: [] },
  });

  constructor() {
    const number = systemCalls[process.arch];
    if (number === undefined) throw new Error(`socket filters are not supported on ${process.arch}`);
    this.#number = number;
  }

  /** Returns a file descriptor. */
  load({ type, attachType, instructions }: SocketProgram): number {
    const license = Buffer.from('GPL\0');
    const attributes = Buffer.alloc(attributeBytes);
    attributes.writeUInt32LE(type, 0);
    attributes.writeUInt32LE(instructions.length / 8, 4);
    attributes.writeBigUInt64LE(getRawPointer(instructions), 8);
    attributes.writeBigUInt64LE(getRawPointer(license), 16);
    attributes.write('spate_egress', 48, 'latin1');
    attributes.writeUInt32LE(attachType, 68);
    return this.#call('load', attributes);
  }

  /** The group keeps the program, also after this process has ended. */
  attach(group: number, program: number, attachType: number): void {
    const attributes = Buffer.alloc(attributeBytes);
    attributes.writeUInt32LE(group, 0);
    attributes.writeUInt32LE(program, 4);
    attributes.writeUInt32LE(attachType, 8);
    attributes.writeUInt32LE(allowMulti, 12);
    this.#call('attach', attributes);
  }

  /** Number of programs attached to the group itself for these calls. */
  count(group: number, attachType: number): number {
    const attributes = Buffer.alloc(attributeBytes);
    attributes.writeUInt32LE(group, 0);
    attributes.writeUInt32LE(attachType, 4);
    this.#call('query', attributes);
    return attributes.readUInt32LE(24);
  }

  #call(command: keyof typeof commands, attributes: Buffer): number {
    const { syscall, __errno_location: errorPlace } = this.#library.functions;
    const place = errorPlace();
    const result = Number(
      syscall(
        BigInt(this.#number),
        BigInt(commands[command]),
        getRawPointer(attributes),
        BigInt(attributes.length),
      ),
    );
    if (result >= 0) return result;
    throw new Error(`bpf ${command}: ${getSystemErrorName(-getInt32(place))}`);
  }
}
