import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a user's open sessions are written down: in the folder for temporary files that is the user's own. */
export const sessionsFolder = (temporary: string) => join(temporary, 'sessions');

/**
 * The open sessions of a user as files, each with the port of its driver in it: whoever runs the script can look at the
 * pages of browsers that the script keeps to itself.
 */
export class OpenSessions {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(id: string, port: number): void {
    if (isPlain(id)) {
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(join(this.#folder, id), String(port));
    }
  }

  delete(id: string): void {
    if (isPlain(id)) {
      rmSync(join(this.#folder, id), { force: true });
    }
  }
}

/** Drivers make up their names; only one that is no path becomes a file. */
const isPlain = (id: string) => /^[\w-]+$/.test(id);
