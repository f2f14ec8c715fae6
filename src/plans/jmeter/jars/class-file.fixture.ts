interface ClassParts {
  parent?: string;
  interfaces?: readonly string[];
  /** Class whose constructor `runTest` calls; it returns the new object. */
  makes?: string;
  /** Referenced methods of other classes, by class and name. */
  members?: readonly (readonly [string, string])[];
  /** Names of additional methods, without code. */
  methods?: readonly string[];
  texts?: readonly string[];
}

const samplers = 'org/apache/jmeter/protocol/java/sampler';
const runTest = `(L${samplers}/JavaSamplerContext;)Lorg/apache/jmeter/samplers/SampleResult;`;

const u1 = (value: number) => Buffer.from([value]);
const u2 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const u4 = (value: number) => Buffer.concat([u2(value >>> 16), u2(value & 0xffff)]);

/** A loadable class file with a constructor. */
export function makeClass(name: string, parts: ClassParts = {}): Buffer {
  const {
    parent = 'java/lang/Object',
    interfaces = [],
    makes,
    members = [],
    methods = [],
    texts = [],
  } = parts;
  const pool = new ConstantPool();
  for (const text of texts) pool.text(text);
  for (const [owner, member] of members) pool.method(owner, member, '()V');
  const begin = [0x2a, 0xb7, ...u2(pool.method(parent, '<init>', '()V')), 0xb1];
  const bodies = [codeOf(pool, 0x0001, '<init>', '()V', begin)];
  if (makes !== undefined) {
    const made = [
      0xbb,
      ...u2(pool.class(makes)),
      0x59,
      0xb7,
      ...u2(pool.method(makes, '<init>', '()V')),
      0xb0,
    ];
    bodies.push(codeOf(pool, 0x0001, 'runTest', runTest, made));
  }
  for (const each of methods) {
    bodies.push(Buffer.concat([u2(0x0401), u2(pool.text(each)), u2(pool.text('()V')), u2(0)]));
  }
  const own = [u2(pool.class(name)), u2(pool.class(parent))];
  const listed = [u2(interfaces.length), ...interfaces.map((each) => u2(pool.class(each)))];
  return Buffer.concat([
    ...[u4(0xcafebabe), u2(0), u2(52), pool.bytes(), u2(0x0021), ...own, ...listed],
    ...[u2(0), u2(bodies.length), ...bodies, u2(0)],
  ]);
}

function codeOf(
  pool: ConstantPool,
  access: number,
  name: string,
  type: string,
  code: readonly number[],
): Buffer {
  const body = Buffer.concat([u2(2), u2(2), u4(code.length), Buffer.from(code), u2(0), u2(0)]);
  return Buffer.concat([
    ...[u2(access), u2(pool.text(name)), u2(pool.text(type)), u2(1)],
    ...[u2(pool.text('Code')), u4(body.length), body],
  ]);
}

class ConstantPool {
  readonly #constants = new Map<string, { index: number; bytes: Buffer }>();

  text(value: string): number {
    const bytes = Buffer.from(value);
    return this.#add(`text ${value}`, Buffer.concat([u1(1), u2(bytes.length), bytes]));
  }

  class(name: string): number {
    return this.#add(`class ${name}`, Buffer.concat([u1(7), u2(this.text(name))]));
  }

  method(owner: string, name: string, type: string): number {
    const named = Buffer.concat([u1(12), u2(this.text(name)), u2(this.text(type))]);
    const both = [u2(this.class(owner)), u2(this.#add(`name ${name} ${type}`, named))];
    return this.#add(`method ${owner} ${name} ${type}`, Buffer.concat([u1(10), ...both]));
  }

  #add(key: string, bytes: Buffer): number {
    const known = this.#constants.get(key)?.index ?? this.#constants.size + 1;
    this.#constants.set(key, { index: known, bytes });
    return known;
  }

  bytes(): Buffer {
    return Buffer.concat([
      u2(this.#constants.size + 1),
      ...[...this.#constants.values()].map(({ bytes }) => bytes),
    ]);
  }
}
