import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

const isolated = 'BENCH_ISOLATED';

/** Whether this process has only loopback networking, and can write only to its own temporary folder. */
export const isIsolated = () => process.env[isolated] === '1';

/**
 * Runs this program again with loopback networking only and a read-only file system, because the plans and their
 * scripts are not trusted. Returns its exit code.
 */
export function runIsolated(script: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'spate-plans-'));
  const environment = {
    [isolated]: '1',
    TZ: 'UTC',
    TMPDIR: folder,
    // The second is from JMeter's system.properties, which the oracle does not read.
    JAVA_TOOL_OPTIONS: `-Djava.io.tmpdir=${folder} -Dsun.net.http.allowRestrictedHeaders=true`,
  };
  try {
    const { status, error } = spawnSync(
      'bwrap',
      [
        ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', folder, folder],
        ...['--unshare-net', '--unshare-pid', '--die-with-parent', process.execPath, script],
      ],
      { stdio: 'inherit', env: { ...process.env, ...environment } },
    );
    if (error) throw new Error(`bubblewrap is needed, to keep the plans from the network: ${error.message}`);
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws if any network other than loopback is reachable. */
export function requireLoopbackOnly(): void {
  const others = Object.entries(networkInterfaces()).filter(([, addresses = []]) =>
    addresses.some(({ internal }) => !internal),
  );
  if (others.length > 0) {
    throw new Error(`Plans could reach other machines, through ${others.map(([name]) => name).join(', ')}.`);
  }
}
