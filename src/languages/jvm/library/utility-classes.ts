import { randomUUID } from 'node:crypto';
import { EOL } from 'node:os';
import { delimiter, sep } from 'node:path';
import { JavaRandom } from '../../java/java-random.ts';
import { defineClass, type JavaClass, required } from '../java-class.ts';
import { javaEquals } from '../java-equals.ts';
import type { ScriptHost } from '../script-host.ts';
import { fail, failRoughly, HostObject, UnsupportedScript, type Value } from '../values.ts';
import { bytesOf, decodeBytes } from './charsets.ts';
import { printerClass } from './jmeter-classes.ts';

/** A seeded Random returns Java's sequence; others return any numbers. */
interface RandomSource {
  seeded: JavaRandom | undefined;
}

function nextInt(self: RandomSource, bound: number, host: ScriptHost): number {
  if (bound <= 0) {
    fail('java.lang.IllegalArgumentException', 'bound must be positive');
  }
  return self.seeded?.nextInt(bound) ?? Math.floor(host.random() * bound);
}

const between = (from: number, to: number, host: ScriptHost) =>
  from >= to
    ? fail('java.lang.IllegalArgumentException', 'bound must be greater than origin')
    : from + Math.floor(host.random() * (to - from));

function unseeded(self: RandomSource, what: string): void {
  if (self.seeded) {
    throw new UnsupportedScript(`${what} of a Random with a seed`);
  }
}

const randomMethods = {
  'nextInt(): int': (self: RandomSource, _: [], host: ScriptHost) => {
    unseeded(self, 'nextInt()');
    return Math.floor(host.random() * 2 ** 32) | 0;
  },
  'nextInt(int): int': (self: RandomSource, [bound]: [number], host: ScriptHost) =>
    nextInt(self, bound, host),
  'nextLong(): long': (self: RandomSource, _: [], host: ScriptHost) => {
    unseeded(self, 'nextLong()');
    const high = BigInt(Math.floor(host.random() * 2 ** 32));
    return BigInt.asIntN(64, (high << 32n) | BigInt(Math.floor(host.random() * 2 ** 32)));
  },
  'nextDouble(): double': (self: RandomSource, _: [], host: ScriptHost) =>
    self.seeded?.nextDouble() ?? host.random(),
  'nextBoolean(): boolean': (self: RandomSource, _: [], host: ScriptHost) => {
    unseeded(self, 'nextBoolean()');
    return host.random() < 0.5;
  },
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

function randomText(count: number, from: string, host: ScriptHost): string {
  if (count < 0) {
    fail('java.lang.IllegalArgumentException', `Requested random string length ${count} is less than 0.`);
  }
  return Array.from({ length: count }, () => from[Math.floor(host.random() * from.length)]).join('');
}

/** Standard output is discarded. */
const printer = new HostObject(printerClass, null);

const systemProperties: Readonly<Record<string, string>> = {
  'file.separator': sep,
  'path.separator': delimiter,
  'line.separator': EOL,
};

const encoder = (text: string, charset: string) => {
  let result = '';
  for (const byte of bytesOf(text, charset)) {
    const character = String.fromCharCode(byte);
    result += /[A-Za-z\d.*_-]/.test(character)
      ? character
      : byte === 0x20
        ? '+'
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return result;
};

function decoder(text: string, charset: string): string {
  if (/%[+\P{ASCII}]|%.\P{ASCII}/u.test(text)) {
    // Java reads `%+1` and the digits of other scripts.
    throw new UnsupportedScript('an escape in a URL that is neither right nor wrong');
  }
  if (/%(?![\da-fA-F]{2})/.test(text)) {
    failRoughly(
      'java.lang.IllegalArgumentException',
      'URLDecoder: Illegal hex characters in escape (%) pattern',
    );
  }
  return text
    .replaceAll('+', ' ')
    .replaceAll(/(?:%[\da-fA-F]{2})+/g, (found) =>
      decodeBytes(Buffer.from(found.replaceAll('%', ''), 'hex'), charset),
    );
}

const charset = (name: string) => new HostObject('java.nio.charset.Charset', name);

/** Java's Base64 decoders reject characters that Node.js skips. */
function decodeBase64(text: string, isUrl: boolean): Buffer {
  const pattern = isUrl
    ? /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/
    : /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}(?:==)?|[A-Za-z\d+/]{3}=?)?$/;
  if (!pattern.test(text)) {
    failRoughly('java.lang.IllegalArgumentException', 'Illegal base64 character');
  }
  return Buffer.from(text, 'base64');
}

const base64 = (bytes: Uint8Array, isUrl: boolean, isPadded: boolean) => {
  const text = Buffer.from(bytes).toString('base64');
  const safe = isUrl ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
  return isPadded ? safe : safe.replaceAll('=', '');
};

interface Encoder {
  isUrl: boolean;
  isPadded: boolean;
}

const encoderOf = (isUrl: boolean) => new HostObject('java.util.Base64$Encoder', { isUrl, isPadded: true });
const decoderOf = (isUrl: boolean) => new HostObject('java.util.Base64$Decoder', { isUrl, isPadded: true });

export const utilityClasses: readonly JavaClass[] = [
  defineClass('java.util.Random', {
    parent: 'java.lang.Object',
    constructors: {
      '()': () => new HostObject('java.util.Random', { seeded: undefined }),
      '(long)': (_: never, [seed]: [bigint]) =>
        new HostObject('java.util.Random', { seeded: new JavaRandom(seed) }),
    },
    methods: randomMethods,
  }),
  defineClass('java.security.SecureRandom', {
    parent: 'java.util.Random',
    constructors: { '()': () => new HostObject('java.security.SecureRandom', { seeded: undefined }) },
  }),
  defineClass('java.util.concurrent.ThreadLocalRandom', {
    parent: 'java.util.Random',
    statics: {
      'current(): ThreadLocalRandom': () =>
        new HostObject('java.util.concurrent.ThreadLocalRandom', { seeded: undefined }),
    },
    methods: {
      'nextInt(int,int): int': (_: never, [from, to]: [number, number], host) => between(from, to, host),
      'nextLong(long,long): long': (_: never, [from, to]: [bigint, bigint], host) =>
        BigInt(between(Number(from), Number(to), host)),
    },
  }),
  defineClass('java.util.UUID', {
    parent: 'java.lang.Object',
    statics: {
      'randomUUID(): UUID': () => new HostObject('java.util.UUID', randomUUID()),
      'fromString(String): UUID': (_: never, [text]: [string]) => {
        if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(required(text))) {
          throw new UnsupportedScript(`UUID.fromString("${text}")`);
        }
        return new HostObject('java.util.UUID', text);
      },
    },
    methods: { 'toString(): String': (self: string) => self },
  }),
  defineClass('java.lang.System', {
    fields: { out: printer, err: printer },
    statics: {
      'currentTimeMillis(): long': (_: never, __: [], host) => BigInt(Math.floor(host.nowMs())),
      'nanoTime(): long': (_: never, __: [], host) => BigInt(Math.floor(host.nowMs() * 1e6)),
      'getenv(String): String': (_: never, [name]: [string]) => process.env[required(name)] ?? null,
      'getProperty(String): String': (_: never, [name]: [string]) => {
        const value = Object.hasOwn(systemProperties, required(name)) ? systemProperties[name] : undefined;
        if (value === undefined) {
          throw new UnsupportedScript(`System.getProperty("${name}")`);
        }
        return value;
      },
      'lineSeparator(): String': () => EOL,
    },
  }),
  defineClass('java.lang.Thread', {
    parent: 'java.lang.Object',
    statics: {
      'currentThread(): Thread': (_: never, __: [], host) =>
        new HostObject('java.lang.Thread', host.threadName),
    },
    methods: { 'getName(): String': (self: string) => self },
  }),
  defineClass('java.io.File', {
    fields: { separator: sep, pathSeparator: delimiter },
  }),
  defineClass('java.nio.charset.Charset', { parent: 'java.lang.Object' }),
  defineClass('java.nio.charset.StandardCharsets', {
    fields: { UTF_8: charset('UTF-8'), ISO_8859_1: charset('ISO-8859-1'), US_ASCII: charset('US-ASCII') },
  }),
  defineClass('java.util.Base64', {
    statics: {
      'getEncoder(): Base64$Encoder': () => encoderOf(false),
      'getDecoder(): Base64$Decoder': () => decoderOf(false),
      'getUrlEncoder(): Base64$Encoder': () => encoderOf(true),
      'getUrlDecoder(): Base64$Decoder': () => decoderOf(true),
    },
  }),
  defineClass('java.util.Base64$Encoder', {
    parent: 'java.lang.Object',
    methods: {
      'encodeToString(byte[]): String': (self: Encoder, [bytes]: [Uint8Array]) =>
        base64(required(bytes), self.isUrl, self.isPadded),
      'encode(byte[]): byte[]': (self: Encoder, [bytes]: [Uint8Array]) =>
        Buffer.from(base64(required(bytes), self.isUrl, self.isPadded)),
      'withoutPadding(): Base64$Encoder': (self: Encoder) =>
        new HostObject('java.util.Base64$Encoder', { ...self, isPadded: false }),
    },
  }),
  defineClass('java.util.Base64$Decoder', {
    parent: 'java.lang.Object',
    methods: {
      'decode(String): byte[]': (self: Encoder, [text]: [string]) => decodeBase64(required(text), self.isUrl),
      'decode(byte[]): byte[]': (self: Encoder, [bytes]: [Uint8Array]) =>
        decodeBase64(Buffer.from(required(bytes)).toString('latin1'), self.isUrl),
    },
  }),
  defineClass('java.net.URLEncoder', {
    statics: {
      'encode(String): String': (_: never, [text]: [string]) => encoder(required(text), 'UTF-8'),
      'encode(String,String): String': (_: never, [text, name]: [string, string]) =>
        encoder(required(text), required(name)),
      'encode(String,Charset): String': (_: never, [text, name]: [string, HostObject]) =>
        encoder(required(text), String(name.self)),
    },
  }),
  defineClass('java.net.URLDecoder', {
    statics: {
      'decode(String): String': (_: never, [text]: [string]) => decoder(required(text), 'UTF-8'),
      'decode(String,String): String': (_: never, [text, name]: [string, string]) =>
        decoder(required(text), required(name)),
    },
  }),
  defineClass('org.apache.commons.lang3.RandomStringUtils', {
    statics: {
      'randomAlphabetic(int): String': (_: never, [count]: [number], host) =>
        randomText(count, letters, host),
      'randomAlphanumeric(int): String': (_: never, [count]: [number], host) =>
        randomText(count, letters + digits, host),
      'randomNumeric(int): String': (_: never, [count]: [number], host) => randomText(count, digits, host),
      'random(int,String): String': (_: never, [count, from]: [number, string], host) =>
        randomText(count, required(from), host),
    },
  }),
  defineClass('org.apache.commons.lang3.StringUtils', {
    statics: {
      'isBlank(CharSequence): boolean': (_: never, [text]: [string | null]) => (text ?? '').trim() === '',
      'isEmpty(CharSequence): boolean': (_: never, [text]: [string | null]) => (text ?? '') === '',
      'isNotBlank(CharSequence): boolean': (_: never, [text]: [string | null]) => (text ?? '').trim() !== '',
      'isNotEmpty(CharSequence): boolean': (_: never, [text]: [string | null]) => (text ?? '') !== '',
      'leftPad(String,int,String): String': (_: never, [text, size, by]: [string | null, number, string]) =>
        text === null ? null : text.padStart(size, by || ' '),
      'substringAfter(String,String): String': (_: never, [text, part]: [string | null, string]) =>
        text?.includes(required(part)) ? text.slice(text.indexOf(part) + part.length) : text && '',
      'substringBefore(String,String): String': (_: never, [text, part]: [string | null, string]) =>
        text?.includes(required(part)) ? text.slice(0, text.indexOf(part)) : text,
      'substringBetween(String,String,String): String': (
        _: never,
        [text, open, close]: [string, string, string],
      ) => {
        const from = text?.indexOf(open) ?? -1;
        const to = from < 0 ? -1 : text.indexOf(close, from + open.length);
        return to < 0 ? null : text.slice(from + open.length, to);
      },
    },
  }),
  defineClass('java.util.Objects', {
    statics: {
      'equals(Object,Object): boolean': (_: never, [one, two]: [Value, Value]) => javaEquals(one, two),
      'isNull(Object): boolean': (_: never, [value]: [Value]) => value === null,
      'nonNull(Object): boolean': (_: never, [value]: [Value]) => value !== null,
    },
  }),
  defineClass('java.util.concurrent.atomic.AtomicInteger', {
    parent: 'java.lang.Object',
    constructors: {
      '()': () => new HostObject('java.util.concurrent.atomic.AtomicInteger', { value: 0 }),
      '(int)': (_: never, [value]: [number]) =>
        new HostObject('java.util.concurrent.atomic.AtomicInteger', { value }),
    },
    methods: {
      'get(): int': (self: { value: number }) => self.value,
      'set(int)': (self: { value: number }, [value]: [number]) => {
        self.value = value;
      },
      'getAndIncrement(): int': (self: { value: number }) => {
        self.value = (self.value + 1) | 0;
        return (self.value - 1) | 0;
      },
      'incrementAndGet(): int': (self: { value: number }) => {
        self.value = (self.value + 1) | 0;
        return self.value;
      },
      'intValue(): int': (self: { value: number }) => self.value,
    },
  }),
];
