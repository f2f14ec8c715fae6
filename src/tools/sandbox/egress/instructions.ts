/** eBPF instructions for bpf(2): eight bytes each, little-endian. */
export class Instructions {
  readonly #list: { code: number; registers: number; offset: number; immediate: number }[] = [];

  /** Loads 32 bits in network byte order from the address in another register. */
  loadBigEndian(register: number, from: number, offset: number, bits: 16 | 32): void {
    this.#add(0x61, register | (from << 4), offset, 0);
    this.#add(0xdc, register, 0, bits);
  }

  load(register: number, from: number, offset: number): void {
    this.#add(0x61, register | (from << 4), offset, 0);
  }

  set(register: number, value: number): void {
    this.#add(0xb4, register, 0, value);
  }

  copy(register: number, from: number): void {
    this.#add(0xbc, register | (from << 4), 0, 0);
  }

  shiftRight(register: number, bits: number): void {
    this.#add(0x74, register, 0, bits);
  }

  /** Jumps to the position where the returned function is called, unless the lower 32 bits of the register have this value. */
  jumpUnless(register: number, value: number): () => void {
    return this.#jump(0x56, register, value);
  }

  jumpIf(register: number, value: number): () => void {
    return this.#jump(0x16, register, value);
  }

  /** Ends the program with this value. */
  exit(value: number): void {
    this.#add(0xb7, 0, 0, value);
    this.#add(0x95, 0, 0, 0);
  }

  toBuffer(): Buffer {
    const bytes = Buffer.alloc(this.#list.length * 8);
    for (const [index, { code, registers, offset, immediate }] of this.#list.entries()) {
      bytes.writeUInt8(code, index * 8);
      bytes.writeUInt8(registers, index * 8 + 1);
      bytes.writeInt16LE(offset, index * 8 + 2);
      bytes.writeInt32LE(immediate | 0, index * 8 + 4);
    }
    return bytes;
  }

  #add(code: number, registers: number, offset: number, immediate: number): void {
    this.#list.push({ code, registers, offset, immediate });
  }

  #jump(code: number, register: number, value: number): () => void {
    const instruction = { code, registers: register, offset: 0, immediate: value };
    const at = this.#list.push(instruction);
    return () => {
      instruction.offset = this.#list.length - at;
    };
  }
}
