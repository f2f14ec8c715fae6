import type { ByteRange } from '../lib/byte-range.ts';
import type { StoredFile } from '../runs/runs.ts';
import type { Answer } from './route.ts';

/** A stored file, whole or one range, unchanged. */
export function storedFileAnswer(
  file: StoredFile,
  request: { range: string | undefined; contentType: string },
): Answer {
  const { sizeBytes } = file;
  const headers = {
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(file.name)}`,
    'cache-control': 'private, no-transform',
  };
  const { contentType } = request;
  const range = parseRange(request.range, sizeBytes);
  if (range === 'beyond') {
    const message = `The range is outside of ${file.name} (${sizeBytes} bytes).`;
    const json = { error: message, code: 'invalid', details: [{ code: 'range', message, field: 'Range' }] };
    return { status: 416, headers: { 'content-range': `bytes */${sizeBytes}` }, json };
  }
  if (range === undefined) {
    const whole = { ...headers, 'content-length': String(sizeBytes) };
    return { status: 200, headers: whole, contentType, open: () => file.open() };
  }
  const { start, end } = range;
  const part = {
    ...headers,
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${sizeBytes}`,
  };
  return { status: 206, headers: part, contentType, open: () => file.open(range) };
}

/** A single byte range; multiple or invalid ranges are ignored. */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'beyond' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), sizeBytes);
    return length === 0 ? 'beyond' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? sizeBytes - 1 : Math.min(Number(match[2]), sizeBytes - 1);
  if (start >= sizeBytes) return 'beyond';
  return end < start ? undefined : { start, end };
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
