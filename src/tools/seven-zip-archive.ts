import { basename, dirname } from 'node:path';
import type { AppError } from '../domain/errors.ts';
import { type ChildResult, runChild } from '../lib/child-process.ts';
import { programPath } from '../lib/package-files.ts';
import { type ListedEntry, refuse, refuseSpecialFile, safeName } from './archive-rules.ts';

const child = programPath('src/tools/seven-zip-child');
const defaultTimeoutMs = 10 * 60_000;
/** The archive determines the memory for unpacking, up to 4 GB. The largest preset of 7-Zip needs 256 MB. */
const memoryMb = 512;
const memoryFlags = [`--wasm-max-mem-pages=${memoryMb * 16}`, '--max-old-space-size=256'];
/** Placeholder password, so that 7-Zip never prompts. */
const noPassword = '-pnone';

/** Lists a .7z file. Throws `archive_refused` for anything but plain files and folders. */
export async function list7z(
  path: string,
  archive: string,
  emptyFolder: string,
  { maxEntries, timeoutMs }: { maxEntries: number; timeoutMs?: number | undefined },
): Promise<ListedEntry[]> {
  const lines: string[] = [];
  const result = await run7z(
    path,
    emptyFolder,
    ['l', '-slt', '-ba', '-sccUTF-8', noPassword, '@archive'],
    (line) => {
      // Ten lines per entry; an archive above the limit is rejected later.
      if (lines.length < maxEntries * 20) {
        lines.push(line);
      }
    },
    timeoutMs,
  );
  if (result.code !== 0) throw failureOf(archive, result);
  return parseListing(archive, lines);
}

/** Writes the whole archive, or only the named entries, below `folder`, which no other process may write to. */
export async function extract7z(
  path: string,
  archive: string,
  folder: string,
  { names = [], timeoutMs }: { names?: readonly string[]; timeoutMs?: number } = {},
): Promise<void> {
  const args = [
    'x',
    '-y',
    '-spd',
    '-bd',
    noPassword,
    '@archive',
    '@out',
    ...(names.length > 0 ? ['--', ...names] : []),
  ];
  const result = await run7z(path, folder, args, () => {}, timeoutMs);
  if (result.code !== 0) throw failureOf(archive, result);
}

function failureOf(archive: string, { lines }: ChildResult): AppError {
  const isMemory = lines.some((line) => /Can't allocate required memory/.test(line));
  if (!isMemory) return refuse(archive, 'it is corrupt or encrypted');
  const reason = `it requires more than ${memoryMb} MB of memory. Use a smaller dictionary, or .zip`;
  return refuse(archive, reason);
}

function run7z(
  path: string,
  out: string,
  args: string[],
  onLine: (line: string) => void,
  timeoutMs = defaultTimeoutMs,
): Promise<ChildResult> {
  const fixed = [...memoryFlags, child, dirname(path), basename(path), out];
  return runChild(process.execPath, [...fixed, ...args], { env: {}, timeoutMs, onLine });
}

/** Parses blocks of `Key = value`. Missing or duplicate keys are rejected, because they could hide the type of an entry. */
function parseListing(archive: string, lines: readonly string[]): ListedEntry[] {
  const entries: ListedEntry[] = [];
  let block = new Map<string, string>();
  const finish = () => {
    if (block.size > 0) {
      entries.push(toEntry(archive, block));
      block = new Map();
    }
  };
  for (const line of lines) {
    const found = /^(?:.*\x08)?\s*([A-Z][A-Za-z ]*) = ?(.*)$/.exec(line);
    if (line.trim() === '') {
      finish();
    } else if (found?.[1] !== undefined) {
      const key = found[1].trim();
      if (block.has(key)) {
        throw refuse(archive, 'an entry name contains a line break');
      }
      block.set(key, found[2] ?? '');
    }
  }
  finish();
  return entries;
}

function toEntry(archive: string, block: ReadonlyMap<string, string>): ListedEntry {
  const path = block.get('Path');
  const attributes = block.get('Attributes');
  const size = block.get('Size');
  if (path === undefined || attributes === undefined || size === undefined) {
    throw refuse(archive, 'its list of files cannot be parsed');
  }
  const name = safeName(archive, path);
  if (block.get('Encrypted') === '+') {
    throw refuse(archive, `the entry "${name}" is encrypted`);
  }
  const kind = /\s([a-z-])[rwxsStT-]{9}/.exec(` ${attributes}`)?.[1] ?? '-';
  refuseSpecialFile(archive, name, modes[kind] ?? 0o010000);
  return { name, sizeBytes: Number(size) || 0, isFolder: kind === 'd' || /^D/.test(attributes) };
}

const modes: Record<string, number> = { '-': 0o100000, d: 0o040000, l: 0o120000 };
