import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../../src/lib/child-process.ts';

const makeTimeoutMs = 30 * 60_000;

/**
 * Writes the Debian of this machine to `out`, a new folder unless an option says otherwise: the essential packages and the given
 * ones. Requires root and mmdebstrap.
 */
export async function makeDebianRoot(
  out: string,
  packages: readonly string[],
  options: readonly string[] = [],
): Promise<void> {
  const include = packages.length === 0 ? [] : [`--include=${packages.join(',')}`];
  const { code, lines } = await runChild(
    'mmdebstrap',
    ['--variant=minbase', ...include, ...options, await codename(), out, ...(await debianSources())],
    { timeoutMs: makeTimeoutMs },
  );
  if (code !== 0) throw new Error(`mmdebstrap failed (${code}):\n${lines.slice(-20).join('\n')}`);
}

/** Package sources of this machine's distribution. */
async function debianSources(): Promise<string[]> {
  const folder = '/etc/apt/sources.list.d';
  const files = (await readdir(folder)).filter((name) => /^(debian|ubuntu)[.](sources|list)$/.test(name));
  return files.length > 0 ? files.map((name) => join(folder, name)) : ['/etc/apt/sources.list'];
}

async function codename(): Promise<string> {
  const { lines } = await runChild('sh', ['-c', '. /etc/os-release; echo "$VERSION_CODENAME"']);
  return lines[0] ?? '';
}
