import type { User } from '../core.ts';
import { stopForUnsupported } from '../languages/stop-for-unsupported.ts';
import type { Variables } from '../state/variables.ts';
import type { FrameReader } from './frame-reader.ts';
import type { FrameWriter } from './frame-writer.ts';

/** Represents an object that exists only in the JVM. */
export class JvmObject {
  /** Set if the object's text never changes. */
  readonly text: string | undefined;

  constructor(text: string | undefined) {
    this.text = text;
  }
}

const change = { removed: 0, text: 1, object: 2, null: 3 } as const;

/** The variables of one user as the JVM has them. */
export class VariableMirror {
  readonly #known = new Map<string, string | JvmObject>();

  /** Writes the variables that have changed since the last call. */
  writeChanges(frame: FrameWriter, variables: Variables): void {
    const known = this.#known;
    const countAt = frame.placeInt();
    let count = 0;
    let texts = 0;
    variables.forEachText((name, value) => {
      texts += 1;
      if (known.get(name) !== value) {
        known.set(name, value);
        frame.text(name);
        frame.text(value);
        count += 1;
      }
    });
    // Usually no variable was removed.
    for (const [name, value] of known.size === texts ? [] : known) {
      const isThere = variables.has(name) || (variables.object(name)?.value ?? '') === value;
      if (!isThere) {
        known.delete(name);
        frame.text(name);
        frame.text(undefined);
        count += 1;
      }
    }
    frame.setInt(countAt, count);
  }

  /** Applies the changes of a script. */
  readChanges(frame: FrameReader, user: User): void {
    const { variables } = user;
    for (let left = frame.int(); left > 0; left--) {
      const name = frame.text() ?? '';
      switch (frame.byte()) {
        case change.removed:
          this.#known.delete(name);
          variables.setObject(name, undefined);
          break;
        case change.text: {
          const value = frame.text() ?? '';
          this.#known.set(name, value);
          variables.set(name, value);
          break;
        }
        case change.object: {
          const value = new JvmObject(frame.text());
          this.#known.set(name, value);
          variables.setObject(name, {
            value,
            text: () =>
              value.text ?? stopForUnsupported(user, `The variable ${name} is an object of a script`),
          });
          break;
        }
        case change.null:
          this.#known.delete(name);
          variables.setObject(name, { value: null, text: () => 'null' });
      }
    }
  }
}
