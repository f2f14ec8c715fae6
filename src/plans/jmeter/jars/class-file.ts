/** References of a Java class file. Names are in the JVM's format: `java/lang/String`. */
export interface ClassFile {
  readonly name: string;
  /** Empty for java.lang.Object and modules. */
  readonly parent: string;
  readonly interfaces: readonly string[];
  /** Names of declared fields and methods. */
  readonly declared: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
  /** Referenced methods and fields, with the class through which they are used. */
  readonly members: readonly { readonly owner: string; readonly name: string }[];
  /** All string constants: literals, names, descriptors. */
  readonly texts: ReadonlySet<string>;
}

/** The bytes are not a class file. */
export class BrokenClass extends Error {}

const magic = 0xcafebabe;
const tag = {
  utf8: 1,
  long: 5,
  double: 6,
  class: 7,
  fieldRef: 9,
  interfaceMethodRef: 11,
  nameAndType: 12,
} as const;

/** Size of a constant after its tag. */
const sizes: Readonly<Record<number, number>> = {
  ...{ 3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4 },
  ...{ 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2 },
};

/** Reads the constant pool and the names of the members. Throws BrokenClass. */
export function readClassFile(bytes: Uint8Array): ClassFile {
  try {
    return read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  } catch (error) {
    throw error instanceof RangeError ? new BrokenClass('a class file is cut off') : error;
  }
}

function read(file: Buffer): ClassFile {
  if (file.readUInt32BE(0) !== magic) {
    throw new BrokenClass('a file named .class is not a class file');
  }
  const { constants, end } = readConstants(file);
  const textAt = (index: number): string => {
    const at = constants[index];
    if (at === undefined || file[at] !== tag.utf8) {
      throw new BrokenClass('a class file has a broken constant');
    }
    return file.toString('utf8', at + 3, at + 3 + file.readUInt16BE(at + 1));
  };
  const referred = (index: number, offset: number) =>
    file.readUInt16BE((constants[index] ?? file.length) + offset);
  const classAt = (index: number) => (index === 0 ? '' : elementOf(textAt(referred(index, 1))));
  const classes = new Set<string>();
  const texts = new Set<string>();
  const members: { owner: string; name: string }[] = [];
  for (const [index, at] of constants.entries()) {
    const kind = at === undefined ? 0 : (file[at] ?? 0);
    if (kind === tag.class) {
      classes.add(classAt(index));
    } else if (kind === tag.utf8) {
      texts.add(textAt(index));
    } else if (kind >= tag.fieldRef && kind <= tag.interfaceMethodRef) {
      members.push({ owner: classAt(referred(index, 1)), name: textAt(referred(referred(index, 3), 1)) });
    }
  }
  const count = file.readUInt16BE(end + 6);
  const interfaces = Array.from({ length: count }, (_, at) => classAt(file.readUInt16BE(end + 8 + 2 * at)));
  const fields = skipMembers(file, end + 8 + 2 * count);
  const methods = skipMembers(file, fields.end);
  return {
    name: classAt(file.readUInt16BE(end + 2)),
    parent: classAt(file.readUInt16BE(end + 4)),
    interfaces,
    declared: new Set([...fields.names, ...methods.names].map(textAt)),
    classes,
    members,
    texts,
  };
}

/** Positions of the constants by index; eight-byte constants take two indexes. */
function readConstants(file: Buffer): { constants: (number | undefined)[]; end: number } {
  const count = file.readUInt16BE(8);
  const constants: (number | undefined)[] = [undefined];
  let at = 10;
  while (constants.length < count) {
    const kind = file.readUInt8(at);
    constants.push(at);
    const size = kind === tag.utf8 ? 2 + file.readUInt16BE(at + 1) : sizes[kind];
    if (size === undefined) {
      throw new BrokenClass('a class file has an unknown constant');
    }
    if (kind === tag.long || kind === tag.double) {
      constants.push(undefined);
    }
    at += 1 + size;
  }
  return { constants, end: at };
}

function skipMembers(file: Buffer, start: number): { names: number[]; end: number } {
  const names: number[] = [];
  let at = start + 2;
  for (let left = file.readUInt16BE(start); left > 0; left--) {
    names.push(file.readUInt16BE(at + 2));
    let attributes = file.readUInt16BE(at + 6);
    for (at += 8; attributes > 0; attributes--) {
      at += 6 + file.readUInt32BE(at + 2);
    }
  }
  return { names, end: at };
}

/** Element class of an array type: `[[Ljava/lang/String;`. */
function elementOf(name: string): string {
  return name.startsWith('[') ? name.replace(/^\[+(?:L(.*);|.)$/, '$1') : name;
}
