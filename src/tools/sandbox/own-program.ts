import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../lib/package-files.ts';

export interface OwnProgram {
  root: string;
  /** Parts of the package that are mounted; the data folder may be beside them. */
  parts: readonly string[];
  node: string;
}

/** Our package and its Node.js, for our runners inside a sandbox. */
export const ownProgram: OwnProgram = {
  root: packageRoot,
  parts: ['src', 'node_modules', 'package.json'],
  node: process.execPath,
};

/** Mounts of the package at `seenAt`, and the path of Node.js inside. */
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
  // Only the file, not its folder.
  const node = join(seenAt, 'node');
  return { args: [...args, '--ro-bind', program.node, node], node };
}
