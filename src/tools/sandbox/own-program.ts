import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Our own package and the Node.js that runs it, for runners of ours inside a sandbox. */
export const ownProgram = {
  root,
  /** What of the package a sandbox shows; our data folder may lie beside it. */
  parts: ['src', 'node_modules', 'package.json'],
  node: process.execPath,
} as const;

/** Mounts of the package at `seenAt`, and where Node.js is found then. */
export function programMounts(seenAt: string): { args: string[]; node: string } {
  const args = ownProgram.parts.flatMap((part) => [
    '--ro-bind',
    realpathSync(join(root, part)),
    join(seenAt, part),
  ]);
  const modules = realpathSync(join(root, 'node_modules'));
  if (ownProgram.node.startsWith(`${modules}/`)) {
    return { args, node: join(seenAt, 'node_modules', ownProgram.node.slice(modules.length + 1)) };
  }
  if (ownProgram.node.startsWith('/usr/')) {
    return { args, node: ownProgram.node };
  }
  const folder = join(seenAt, 'node');
  args.push('--ro-bind', dirname(ownProgram.node), folder);
  return { args, node: join(folder, 'node') };
}
