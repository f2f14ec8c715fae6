import { createHash, createHmac } from 'node:crypto';
import { defineClass, type JavaClass, required } from '../java-class.ts';
import { fail, HostObject, UnsupportedScript, type Value } from '../values.ts';
import { bytesOf } from './charsets.ts';

const digests: Readonly<Record<string, string>> = {
  MD5: 'md5',
  SHA: 'sha1',
  SHA1: 'sha1',
  'SHA-1': 'sha1',
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

const macs: Readonly<Record<string, string>> = {
  HMACMD5: 'md5',
  HMACSHA1: 'sha1',
  HMACSHA224: 'sha224',
  HMACSHA256: 'sha256',
  HMACSHA384: 'sha384',
  HMACSHA512: 'sha512',
};

function algorithmOf(table: Readonly<Record<string, string>>, name: string, what: string): string {
  const key = required(name).toUpperCase();
  const algorithm = Object.hasOwn(table, key) ? table[key] : undefined;
  if (algorithm === undefined) {
    throw new UnsupportedScript(`${what}.getInstance("${name}")`);
  }
  return algorithm;
}

export const digestOf = (algorithm: string, bytes: Uint8Array): Buffer =>
  createHash(algorithmOf(digests, algorithm, 'MessageDigest'))
    .update(bytes)
    .digest();

interface Digest {
  algorithm: string;
  parts: Uint8Array[];
}

interface Mac {
  algorithm: string;
  key: Uint8Array | undefined;
  parts: Uint8Array[];
}

function finish(self: { parts: Uint8Array[] }): Buffer {
  const all = Buffer.concat(self.parts);
  self.parts = [];
  return all;
}

const finishDigest = (self: Digest) => createHash(self.algorithm).update(finish(self)).digest();

function finishMac(self: Mac): Buffer {
  if (!self.key) {
    fail('java.lang.IllegalStateException', 'MAC not initialized');
  }
  return createHmac(self.algorithm, self.key).update(finish(self)).digest();
}

const copyOf = (bytes: Uint8Array) => Buffer.from(required(bytes));

/** DigestUtils of commons-codec: a method per algorithm, for bytes and for strings. */
const utilities = (name: string, algorithm: string) => ({
  [`${name}(byte[]): byte[]`]: (_: never, [bytes]: [Uint8Array]) => digestOf(algorithm, required(bytes)),
  [`${name}(String): byte[]`]: (_: never, [text]: [string]) =>
    digestOf(algorithm, bytesOf(required(text), 'UTF-8')),
  [`${name}Hex(byte[]): String`]: (_: never, [bytes]: [Uint8Array]) =>
    digestOf(algorithm, required(bytes)).toString('hex'),
  [`${name}Hex(String): String`]: (_: never, [text]: [string]) =>
    digestOf(algorithm, bytesOf(required(text), 'UTF-8')).toString('hex'),
});

export const cryptoClasses: readonly JavaClass[] = [
  defineClass('java.security.MessageDigest', {
    parent: 'java.lang.Object',
    statics: {
      'getInstance(String): MessageDigest': (_: never, [name]: [string]) =>
        new HostObject('java.security.MessageDigest', {
          algorithm: algorithmOf(digests, name, 'MessageDigest'),
          parts: [],
        }),
    },
    methods: {
      'digest(): byte[]': (self: Digest) => finishDigest(self),
      'digest(byte[]): byte[]': (self: Digest, [bytes]: [Uint8Array]) => {
        self.parts.push(copyOf(bytes));
        return finishDigest(self);
      },
      'reset()': (self: Digest) => void finish(self),
      'update(byte[])': (self: Digest, [bytes]: [Uint8Array]) => void self.parts.push(copyOf(bytes)),
    },
  }),
  defineClass('javax.crypto.Mac', {
    parent: 'java.lang.Object',
    statics: {
      'getInstance(String): Mac': (_: never, [name]: [string]) =>
        new HostObject('javax.crypto.Mac', {
          algorithm: algorithmOf(macs, name, 'Mac'),
          key: undefined,
          parts: [],
        }),
    },
    methods: {
      'init(SecretKeySpec)': (self: Mac, [key]: [HostObject]) => {
        self.key = required(key).self as Uint8Array;
        self.parts = [];
      },
      'doFinal(): byte[]': (self: Mac) => finishMac(self),
      'doFinal(byte[]): byte[]': (self: Mac, [bytes]: [Uint8Array]) => {
        self.parts.push(copyOf(bytes));
        return finishMac(self);
      },
      'update(byte[])': (self: Mac, [bytes]: [Uint8Array]) => void self.parts.push(copyOf(bytes)),
    },
  }),
  defineClass('javax.crypto.spec.SecretKeySpec', {
    parent: 'java.lang.Object',
    constructors: {
      '(byte[],String)': (_: never, [key, name]: [Uint8Array | null, string | null]): Value => {
        if (key === null || name === null) {
          fail('java.lang.IllegalArgumentException', 'Missing argument');
        }
        if (key.length === 0) {
          fail('java.lang.IllegalArgumentException', 'Empty key');
        }
        return new HostObject('javax.crypto.spec.SecretKeySpec', Buffer.from(key));
      },
    },
  }),
  defineClass('org.apache.commons.codec.digest.DigestUtils', {
    statics: {
      ...utilities('md5', 'MD5'),
      ...utilities('sha1', 'SHA-1'),
      ...utilities('sha256', 'SHA-256'),
      ...utilities('sha384', 'SHA-384'),
      ...utilities('sha512', 'SHA-512'),
    },
  }),
  defineClass('org.apache.commons.codec.binary.Hex', {
    statics: {
      'encodeHexString(byte[]): String': (_: never, [bytes]: [Uint8Array]) =>
        Buffer.from(required(bytes)).toString('hex'),
    },
  }),
  defineClass('org.apache.commons.codec.binary.Base64', {
    statics: {
      'encodeBase64String(byte[]): String': (_: never, [bytes]: [Uint8Array]) =>
        Buffer.from(required(bytes)).toString('base64'),
      'encodeBase64(byte[]): byte[]': (_: never, [bytes]: [Uint8Array]) =>
        Buffer.from(Buffer.from(required(bytes)).toString('base64')),
    },
  }),
];
