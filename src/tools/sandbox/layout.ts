import { chmod, chown, lchown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '../../lib/remove-tree.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import type { SandboxCommand } from './sandbox.ts';

/** The parts of folders.tool. Only `inside` can be written by the tool. */
export function toolFolders(folders: WorkspaceFolders) {
  return {
    record: join(folders.tool, 'record'),
    launch: join(folders.tool, 'launch'),
    etc: join(folders.tool, 'etc'),
    inside: join(folders.tool, 'inside'),
    temporary: join(folders.tool, 'inside', 'tmp'),
    cgroups: join(folders.tool, 'cgroups'),
  };
}

/** Creates the folders of a tool, and removes leftovers of an earlier attempt. */
export async function prepareToolFolders(folders: WorkspaceFolders): Promise<void> {
  const parts = toolFolders(folders);
  await removeTree(parts.inside);
  await rm(parts.launch, { recursive: true, force: true });
  for (const folder of [
    folders.files,
    folders.results,
    parts.launch,
    parts.etc,
    parts.inside,
    parts.temporary,
  ]) {
    await mkdir(folder, { recursive: true });
  }
  await chmod(parts.launch, 0o755);
}

/** Writes the script of the first process in the sandbox: it sets the environment, runs the tool and ends with it. */
export async function writeLaunchScript(
  command: SandboxCommand,
  files: string,
  limits: readonly string[],
): Promise<void> {
  const lines = [...command.env].map(([name, value]) => `export ${name}=${quote(value)}`);
  const script = [
    ...lines,
    `cd ${quote(files)} || exit 126`,
    [...limits, ...command.argv].map(quote).join(' '),
    'exit $?',
    '',
  ].join('\n');
  const path = join(toolFolders(command.folders).launch, 'run.sh');
  await rm(path, { force: true });
  await writeFile(path, script, { mode: 0o444 });
  await chmod(path, 0o444);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Only the agent and the given group can read the launch folder: it contains the parameters of the run. */
export async function closeLaunchFolder(folders: WorkspaceFolders, gid: number | undefined): Promise<void> {
  const { launch } = toolFolders(folders);
  if (gid !== undefined) await chown(launch, process.getuid?.() ?? 0, gid);
  await chmod(launch, gid === undefined ? 0o700 : 0o750);
}

/** Changes the owner of a folder recursively, without following links. */
export async function giveTo(folder: string, uid: number, gid: number): Promise<void> {
  await chown(folder, uid, gid);
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
}
