import { AppError } from '../domain/errors.ts';
import { type Dialect, toOurs, vendors } from './aliases.ts';

export interface Negotiated {
  contentType: string;
  dialect: Dialect;
}

const versions = ['v2'];
const plainJson = 'application/json; charset=utf-8';

interface MediaRange {
  type: string;
  quality: number;
}

/** Content type of a JSON response. Only unknown API versions are rejected. */
export function negotiate(accept: string | undefined): Negotiated {
  const ranges = parseAccept(accept);
  const unknown: { name: string; version: string }[] = [];
  for (const { type } of ranges) {
    const vendor = parseVendor(type);
    if (!vendor) return { contentType: plainJson, dialect: 'ours' };
    if (vendor.version === undefined || versions.includes(vendor.version)) {
      return { contentType: type, dialect: toOurs('vendor', vendor.name).isOriginal ? 'original' : 'ours' };
    }
    unknown.push({ name: vendor.name, version: vendor.version });
  }
  const [preferred] = unknown;
  if (preferred === undefined) return { contentType: plainJson, dialect: 'ours' };
  throw new AppError(
    'not_acceptable',
    `Unknown API version: ${unknown.map(({ version }) => version).join(', ')}. Use one of: ${versions.join(', ')}. ` +
      `Send Accept: application/vnd.${preferred.name}.${versions[0]}+json, or omit the header.`,
  );
}

/** True if JSON is requested explicitly and CSV is not preferred. */
export function prefersJson(accept: string | undefined): boolean {
  const isJson = (type: string) => /^application\/(.+\+)?json$/.test(type);
  const first = parseAccept(accept).find(({ type }) => isJson(type) || type === 'text/csv' || type === '*/*');
  return first !== undefined && isJson(first.type);
}

/** Media ranges, best first, without those of quality 0. */
function parseAccept(accept: string | undefined): MediaRange[] {
  return (accept ?? '')
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
      const value = quality === undefined ? 1 : Number(quality.slice(quality.indexOf('=') + 1));
      return { type, quality: Number.isFinite(value) ? value : 1 };
    })
    .filter(({ type, quality }) => type !== '' && quality > 0)
    .sort((left, right) => right.quality - left.quality);
}

function parseVendor(type: string): { name: string; version: string | undefined } | undefined {
  const match = /^application\/vnd\.([a-z]+)(?:\.([a-z0-9.]+))?\+json$/.exec(type);
  if (!match?.[1] || !vendors.includes(match[1])) return undefined;
  return { name: match[1], version: match[2] };
}
