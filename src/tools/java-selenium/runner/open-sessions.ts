import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the session files of a user, in the user's temporary folder. */
export const sessionsFolder = (temporary: string) => join(temporary, 'sessions');

/**
 * The open sessions of a user as files that contain the port of the driver, so that the Java runner can read pages of
 * browsers to which it has no reference.
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

/** Drivers choose session ids; only ids without path characters become file names. */
const isPlain = (id: string) => /^[\w-]+$/.test(id);
