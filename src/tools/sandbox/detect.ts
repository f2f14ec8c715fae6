import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../../lib/child-process.ts';
import { findProgram } from '../find-program.ts';
import { bwrapArguments, createBubblewrap } from './bubblewrap.ts';
import { prepareToolFolders, toolFolders } from './layout.ts';
import { createPlain } from './plain.ts';
import type { Sandbox } from './sandbox.ts';

/** Finds the best sandbox this machine has, by trying it. */
export async function detectSandbox(): Promise<Sandbox> {
  const [bwrap, setpriv, prlimit] = await Promise.all(
    ['bwrap', 'setpriv', 'prlimit'].map((name) => findProgram(name)),
  );
  if (!bwrap) {
    return createPlain(
      'bubblewrap is not installed, so scripts run with the rights of this user (on Debian: apt-get install bubblewrap).',
      prlimit,
    );
  }
  const isRoot = process.getuid?.() === 0;
  if (isRoot && !setpriv) {
    return createPlain(
      'setpriv (of util-linux) is not installed, so scripts run with the rights of root.',
      prlimit,
    );
  }
  const failure = await tryBubblewrap(bwrap, setpriv, isRoot);
  return failure === undefined
    ? createBubblewrap({ bwrap, setpriv, prlimit })
    : createPlain(
        `bubblewrap does not work here (${failure}), so scripts run with the rights of this user.`,
        prlimit,
      );
}

/** The same arguments as in earnest, on empty folders. Returns what went wrong. */
async function tryBubblewrap(
  bwrap: string,
  setpriv: string | undefined,
  isRoot: boolean,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-sandbox-'));
  try {
    const folders = {
      files: join(folder, 'files'),
      results: join(folder, 'results'),
      tool: join(folder, 'tool'),
    };
    await prepareToolFolders(folders);
    for (const name of ['passwd', 'group', 'hosts']) {
      await writeFile(join(toolFolders(folders).etc, name), '');
    }
    const uid = isRoot ? 65534 : (process.getuid?.() ?? 0);
    const identity = { uid, gid: isRoot ? 65534 : (process.getgid?.() ?? uid) };
    const args = await bwrapArguments({ folders, toolchain: folder, readOnly: [] }, isRoot, identity);
    const drop =
      setpriv && isRoot ? [setpriv, `--reuid=${uid}`, `--regid=${identity.gid}`, '--clear-groups', '--'] : [];
    const infoFree = args.filter((value, index) => value !== '--info-fd' && args[index - 1] !== '--info-fd');
    const result = await runChild(bwrap, [...infoFree, ...drop, '/bin/sh', '-c', 'true'], {
      timeoutMs: 10_000,
    });
    return result.code === 0 ? undefined : (result.lines.at(-1) ?? `it ended with ${result.code}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
