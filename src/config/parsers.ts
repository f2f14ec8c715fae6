import { isAbsolute, join, resolve } from 'node:path';
import { parseDemand } from '../domain/demand.ts';
import { parseEgress } from '../domain/egress.ts';
import { parseHostPort } from '../lib/host-port.ts';
import { postgresHosts, sessionAttributesOf } from '../lib/postgres-url.ts';
import { parseS3Url, s3UrlOf } from '../lib/s3-url.ts';
import type { Machine } from './machine.ts';
import type { Option, Row } from './option.ts';

type Fallback<T> = T | { from: (machine: Machine) => T; text: string };

export function text(row: Row & { fallback: string }): Option<string> {
  return { ...fill(row, row.fallback), kind: 'text', parse: (given) => given };
}

export function optionalText(row: Row): Option<string | null> {
  return { ...fill<string | null>(row, null), kind: 'text', parse: (given) => given };
}

export function wholeNumber(
  row: Row & { fallback: Fallback<number>; least: number; most: number },
): Option<number> {
  const { least, most } = row;
  return {
    ...fill(row, row.fallback),
    kind: `whole number from ${least} to ${most}`,
    parse: (given) => {
      const value = Number(given);
      if (!/^\d+$/.test(given) || value < least || value > most) {
        throw new Error(`must be a whole number from ${least} to ${most}`);
      }
      return value;
    },
  };
}

export function choice<T extends string>(row: Row & { fallback: T; of: readonly T[] }): Option<T> {
  return {
    ...fill(row, row.fallback),
    kind: row.of.join(', '),
    parse: (given) => {
      const found = row.of.find((one) => one === given.toLowerCase());
      if (found === undefined) throw new Error(`must be one of ${row.of.join(', ')}`);
      return found;
    },
  };
}

export function onOff(row: Row & { fallback: boolean }): Option<boolean> {
  return {
    ...fill(row, { from: () => row.fallback, text: row.fallback ? 'on' : 'off' }),
    kind: 'on, off',
    parse: (given) => {
      const word = given.toLowerCase();
      if (['on', 'true', 'yes', '1'].includes(word)) return true;
      if (['off', 'false', 'no', '0'].includes(word)) return false;
      throw new Error('must be on or off');
    },
  };
}

/** Paths are converted to absolute paths. */
export function path(
  row: Row & { fallback: { from: (machine: Machine) => string; text: string } },
): Option<string> {
  return { ...fill(row, row.fallback), kind: 'path', parse: toAbsolute };
}

export function optionalPath(row: Row): Option<string | null> {
  return { ...fill<string | null>(row, null), kind: 'path', parse: toAbsolute };
}

/** An http or https URL without a trailing slash. */
export function optionalAddress(row: Row): Option<string | null> {
  return {
    ...fill<string | null>(row, null),
    kind: 'http or https address',
    parse: (given) => {
      if (!isHttpUrl(given)) throw new Error('must be an address such as https://load.example.com');
      return given.replace(/\/+$/, '');
    },
  };
}

/** An http or https URL, kept as it is. */
export function optionalEndpoint(row: Row): Option<string | null> {
  return {
    ...fill<string | null>(row, null),
    kind: 'http or https address',
    parse: (given) => {
      if (!isHttpUrl(given)) throw new Error('must be an address such as http://127.0.0.1:4318');
      return given;
    },
  };
}

/** Host and port to listen on. */
export function optionalListenAddress(row: Row): Option<string | null> {
  return {
    ...fill<string | null>(row, null),
    kind: 'host:port',
    parse: (given) => {
      if (!parseHostPort(given))
        throw new Error('must be a host and a port such as 127.0.0.1:9464 or [::1]:9464');
      return given;
    },
  };
}

export function optionalDatabaseAddress(row: Row): Option<string | null> {
  return {
    ...fill<string | null>(row, null),
    kind: 'postgres address',
    parse: (given) => {
      if (!postgresHosts(given))
        throw new Error('must be an address such as postgres://user:password@host:5432/spate');
      const attributes = sessionAttributesOf(given) ?? 'any';
      if (!['any', 'read-write', 'primary'].includes(attributes))
        throw new Error('needs a server that accepts writes: target_session_attrs must be read-write');
      return given;
    },
  };
}

/** Bucket and prefix in S3, in the normal form of `s3UrlOf`. */
export function optionalS3Address(row: Row): Option<string | null> {
  return {
    ...fill<string | null>(row, null),
    kind: 's3 address',
    parse: (given) => {
      const place = parseS3Url(given);
      if (!place) throw new Error('must be an address such as s3://bucket or s3://bucket/prefix');
      return s3UrlOf(place);
    },
  };
}

export function optionalMailAddress(row: Row): Option<string | null> {
  return {
    ...fill<string | null>(row, null),
    kind: 'smtp address',
    parse: (given) => {
      const isAddress = URL.canParse(given) && /^smtps?:$/.test(new URL(given).protocol);
      if (!isAddress) throw new Error('must be an address such as smtps://user:password@mail.example.com');
      return given;
    },
  };
}

export function email(row: Row & { fallback: string }): Option<string> {
  return {
    ...fill(row, row.fallback),
    kind: 'e-mail address',
    parse: (given) => {
      if (!/^[^\s@]+@[^\s@]+$/.test(given)) throw new Error('must be an e-mail address');
      return given;
    },
  };
}

/** Options of another program, separated by spaces. */
export function optionList(row: Row): Option<string[]> {
  return {
    ...fill<string[]>(row, { from: () => [], text: '' }),
    kind: 'options',
    parse: (given) => {
      const list = given.split(/\s+/).filter((one) => one !== '');
      const stray = list.find((one) => !/^-[\w-]/.test(one));
      if (stray !== undefined)
        throw new Error(`must be options separated by spaces; "${stray}" does not begin with "-"`);
      return list;
    },
  };
}

/** Egress rules in the syntax of `parseEgress`. */
export function egressRules(row: Row): Option<string> {
  return {
    ...fill(row, ''),
    kind: 'rules',
    parse: (given) => {
      parseEgress(given);
      return given;
    },
  };
}

/** Rows in the syntax of `parseDemand`. */
export function demandRows(row: Row & { fallback: string }): Option<string> {
  return {
    ...fill(row, row.fallback),
    kind: 'rows',
    parse: (given) => {
      parseDemand(given);
      return given;
    },
  };
}

/** Without colons, because the token is the user name of HTTP Basic authentication. */
export function optionalToken(row: Row): Option<string | null> {
  return {
    ...fill<string | null>({ ...row, isSecret: true }, null),
    kind: 'text',
    parse: (given) => {
      if (!/^[\x21-\x39\x3b-\x7e]{16,}$/.test(given)) {
        throw new Error('must be at least 16 printable characters without spaces and colons');
      }
      return given;
    },
  };
}

/** 32 bytes in base64. */
export function optionalKey(row: Row): Option<string | null> {
  return {
    ...fill<string | null>({ ...row, isSecret: true }, null),
    kind: '32 bytes in base64',
    parse: (given) => {
      if (!/^[A-Za-z0-9+/]{43}=$/.test(given))
        throw new Error('must be 32 bytes in base64, such as the output of `openssl rand -base64 32`');
      return given;
    },
  };
}

function isHttpUrl(given: string): boolean {
  return URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
}

function fill<T>(row: Row, fallback: Fallback<T>): Omit<Option<T>, 'kind' | 'parse'> {
  const { flag, variable, section, sentence, isSecret = false } = row;
  const known = isFromMachine(fallback)
    ? { fallback: fallback.from, fallbackText: fallback.text }
    : { fallback: () => fallback, fallbackText: fallback === null ? '' : String(fallback) };
  return { flag, variable, section, sentence, isSecret, ...known };
}

function isFromMachine<T>(
  fallback: Fallback<T>,
): fallback is { from: (machine: Machine) => T; text: string } {
  return typeof fallback === 'object' && fallback !== null && 'from' in fallback;
}

function toAbsolute(given: string, machine: Machine): string {
  if (given === '~' || given.startsWith('~/')) return join(machine.homeDir, given.slice(1));
  return isAbsolute(given) ? given : resolve(machine.workingDir, given);
}
