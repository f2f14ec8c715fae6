import type { Text, User } from '../core.ts';

const defaultMax = 1000;

/** Compiles expressions of one language, each once for all users of a worker. */
export class CompiledCache<Compiled> {
  readonly #compile: (written: string) => Compiled;
  readonly #refusal: new () => Error;
  readonly #max: number;
  readonly #known = new Map<string, Compiled>();

  /** `refusal` is the error class of expressions that the engine does not support. */
  constructor(compile: (written: string) => Compiled, refusal: new () => Error, max = defaultMax) {
    this.#compile = compile;
    this.#refusal = refusal;
    this.#max = max;
  }

  /** Compiles a text without variables before the run, so that an unsupported expression is reported then. */
  prepare({ constant }: Text, split: (text: string) => string[] = (text) => [text]): void {
    for (const written of constant === undefined ? [] : split(constant)) {
      this.#known.set(written, this.#compile(written));
    }
  }

  /** Stops the test when variables form an expression that the engine does not support. */
  get(user: User, written: string): Compiled {
    let compiled = this.#known.get(written);
    if (compiled === undefined) {
      compiled = this.#compileFor(user, written);
      if (this.#known.size >= this.#max) {
        this.#known.clear();
      }
      this.#known.set(written, compiled);
    }
    return compiled;
  }

  #compileFor(user: User, written: string): Compiled {
    try {
      return this.#compile(written);
    } catch (error) {
      if (error instanceof this.#refusal) {
        stopForUnproven(user, error.message);
      }
      throw error;
    }
  }
}

/** Stops the test, because a result could differ from JMeter's. */
export function stopForUnproven(user: User, what: string): void {
  user.runner.refuse(`The plan has come to ${what}`);
}
