import type { FrameReader } from './frame-reader.ts';
import type { FrameWriter } from './frame-writer.ts';

/** Properties that the engine shares with scripts. */
export interface SharedProperties extends Iterable<[string, string]> {
  /** Sets or removes a property without reporting it as a change. */
  applyRemote(name: string, value: string | undefined): void;
}

/**
 * Keeps the properties of engine and JVM equal. Each frame to the JVM has the number of its changes, and each answer
 * the number of the last changes that the JVM has applied. If a script changed a property before the JVM applied the
 * engine's change, the engine's change wins although the script's arrives later.
 */
export class PropertyMirror {
  readonly #properties: SharedProperties;
  readonly #pending = new Map<string, string | undefined>();
  /** Number of the engine's last change, by property. */
  readonly #sentAs = new Map<string, number>();
  #number = 0;

  constructor(properties: SharedProperties) {
    this.#properties = properties;
  }

  /** A property was set or removed in the engine. */
  note(name: string, value: string | undefined): void {
    this.#pending.set(name, value);
  }

  writeAll(frame: FrameWriter): void {
    this.#pending.clear();
    for (const [name, value] of this.#properties) {
      this.#pending.set(name, value);
    }
    this.writeChanges(frame);
    this.#sentAs.clear();
  }

  /** Writes the engine's changes since the last frame. */
  writeChanges(frame: FrameWriter): void {
    const pending = this.#pending;
    if (pending.size > 0) {
      this.#number += 1;
    }
    frame.int(this.#number);
    frame.int(pending.size);
    for (const [name, value] of pending) {
      frame.text(name);
      frame.text(value);
      this.#sentAs.set(name, this.#number);
    }
    pending.clear();
  }

  /** Applies the changes of scripts, unless the JVM has not yet applied a later change of the engine. */
  readChanges(frame: FrameReader): void {
    const applied = frame.int();
    for (let left = frame.int(); left > 0; left--) {
      const name = frame.text() ?? '';
      const value = frame.text();
      if (!this.#pending.has(name) && (this.#sentAs.get(name) ?? 0) <= applied) {
        this.#properties.applyRemote(name, value);
      }
    }
  }
}
