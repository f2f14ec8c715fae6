import { randomInt } from 'node:crypto';
import { encodeText } from './form-encoding.ts';
import type { EvaluatedArgument } from './http-arguments.ts';
import { isSkipped } from './http-arguments.ts';
import { JavaException } from './http-failure.ts';
import type { EvaluatedFile, FileBodies } from './http-files.ts';
import { type ContentType, makeContentType, parseContentType } from './java-content-type.ts';

export interface MultipartBody {
  /** The bytes to send. */
  read(): Buffer;
  readonly type: string;
  /** Body shown in the sample, without the contents of files. */
  readonly shown: Buffer;
}

interface Part {
  readonly fields: readonly string[];
  /** Content; called when the request is sent. */
  read(): Buffer;
  readonly shown: Buffer;
}

/** Replaces the content of a file in the body that a sample shows. */
export const hiddenFile = '<actual file content, not shown here>';
const hidden = Buffer.from(hiddenFile);
const lineEnd = Buffer.from('\r\n');

/** A multipart form, as HttpClient's MultipartEntityBuilder writes it. */
export function multipartBody(
  args: readonly EvaluatedArgument[],
  files: readonly EvaluatedFile[],
  charset: string,
  isBrowserLike: boolean,
  bodies: FileBodies,
): MultipartBody {
  const name = javaCharset(charset);
  const headCharset = isBrowserLike ? name : 'UTF-8';
  const parts = [
    ...args.filter((each) => !isSkipped(each.name)).map((each) => textPart(each, name, isBrowserLike)),
    ...files.map((each) => filePart(each, headCharset, isBrowserLike, bodies)),
  ];
  const boundary = randomBoundary();
  const write = (contentOf: (part: Part) => Buffer) => {
    const pieces = parts.flatMap((part) => [
      Buffer.from(`--${boundary}\r\n`),
      ...part.fields.flatMap((field) => [encodeText(field, headCharset), lineEnd]),
      lineEnd,
      contentOf(part),
      lineEnd,
    ]);
    return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  };
  return {
    type: `multipart/form-data; boundary=${boundary}; charset=${name}`,
    read: () => write((part) => part.read()),
    shown: write((part) => part.shown),
  };
}

function textPart({ name, value, type }: EvaluatedArgument, charset: string, isBrowserLike: boolean): Part {
  const contentType = type.includes(';') ? parseContentType(type) : makeContentType(type, charset);
  const bytes = encodeText(value, contentType.charset ?? 'US-ASCII');
  return {
    fields: [
      `Content-Disposition: form-data; name="${escaped(name)}"`,
      ...(isBrowserLike ? [] : [typeField(contentType), 'Content-Transfer-Encoding: 8bit']),
    ],
    read: () => bytes,
    shown: bytes,
  };
}

function filePart(
  { path, parameter, type }: EvaluatedFile,
  headCharset: string,
  isBrowserLike: boolean,
  bodies: FileBodies,
): Part {
  const contentType = parseContentType(type);
  if (parameter.trim() === '') {
    throw new JavaException('java.lang.IllegalStateException', 'Name is blank');
  }
  const fileName = percentEncoded(withEntities(bodies.nameOf(path), headCharset));
  return {
    fields: [
      `Content-Disposition: form-data; name="${escaped(parameter)}"; filename="${escaped(fileName)}"`,
      typeField(contentType),
      ...(isBrowserLike ? [] : ['Content-Transfer-Encoding: binary']),
    ],
    read: () => bodies.read(path),
    shown: hidden,
  };
}

const typeField = ({ text }: ContentType) => `Content-Type: ${text}`;

const escaped = (text: string) => text.replace(/["\\\r]/g, '\\$&');

export const percentEncoded = (text: string) =>
  text.replaceAll('"', '%22').replaceAll('\n', '%0A').replaceAll('\r', '%0D');

/** Characters missing in the charset become `&#8364`, without a semicolon as in JMeter. */
export function withEntities(text: string, charset: string): string {
  const lacks =
    charset === 'US-ASCII' ? /[^\0-\x7f]/gu : charset === 'ISO-8859-1' ? /[^\0-\xff]/gu : undefined;
  return lacks ? text.replace(lacks, (character) => `&#${character.codePointAt(0)}`) : text;
}

/** Java's charset name. */
export function javaCharset(charset: string): string {
  return charset === 'UTF-8' || /^utf-?8$/i.test(charset) ? 'UTF-8' : charset.toUpperCase();
}

const boundaryCharacters = '-_1234567890abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function randomBoundary(): string {
  return Array.from(
    { length: 30 + randomInt(11) },
    () => boundaryCharacters[randomInt(boundaryCharacters.length)],
  ).join('');
}
