import type { FrameReader } from './frame-reader.ts';
import type { FrameWriter } from './frame-writer.ts';

/** Properties as the engine and scripts share them. */
export interface SharedProperties extends Iterable<[string, string]> {
  /** Sets or removes a property without reporting it as a change. */
  applyRemote(name: string, value: string | undefined): void;
}

/**
 * Keeps the properties of the engine and of the JVM the same. Each frame to the JVM has the number of its changes, and each answer the
 * number of the last ones that the JVM had applied. A change of a script that the JVM made before it applied the engine's change of
 * the same property is the earlier one of the two, although it arrives later.
 */
export class PropertyMirror {
  readonly #properties: SharedProperties;
  readonly #pending = new Map<string, string | undefined>();
  /** By property: the number of the engine's last change of it. */
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

  /** Writes what the engine has changed since the last frame. */
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

  /** Applies what scripts have changed, unless a later change of the engine is on its way to the JVM. */
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
