import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

export interface OwnProgram {
  root: string;
  /** What of the package a sandbox shows; our data folder may lie beside it. */
  parts: readonly string[];
  node: string;
}

/** Our own package and the Node.js that runs it, for runners of ours inside a sandbox. */
export const ownProgram: OwnProgram = {
  root,
  parts: ['src', 'node_modules', 'package.json'],
  node: process.execPath,
};

/** Mounts of the package at `seenAt`, and where Node.js is found then. */
export function programMounts(seenAt: string, program = ownProgram): { args: string[]; node: string } {
  const args = program.parts.flatMap((part) => [
    '--ro-bind',
    realpathSync(join(program.root, part)),
    join(seenAt, part),
  ]);
  const modules = realpathSync(join(program.root, 'node_modules'));
  if (program.node.startsWith(`${modules}/`)) {
    return { args, node: join(seenAt, 'node_modules', program.node.slice(modules.length + 1)) };
  }
  if (program.node.startsWith('/usr/')) {
    return { args, node: program.node };
  }
  // Only the file, not the rest of its folder.
  const node = join(seenAt, 'node');
  return { args: [...args, '--ro-bind', program.node, node], node };
}
