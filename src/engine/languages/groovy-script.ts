import { type CompiledScript, compileGroovy } from '../../languages/groovy/compile-groovy.ts';
import { compareValues, isEqual } from '../../languages/groovy/groovy-values.ts';
import { javaText } from '../../languages/jvm/java-text.ts';
import { ScriptRun } from '../../languages/jvm/script-run.ts';
import { ScriptException, type Value } from '../../languages/jvm/values.ts';
import type { Environment, User } from '../core.ts';
import { CompiledScripts, toRunError } from './compiled-scripts.ts';
import { type LanguageTexts, ScriptObjects } from './script-objects.ts';

const texts: LanguageTexts = { text: javaText, isSame: isEqual, compare: compareValues };

/** Groovy scripts of one kind of element. */
export class GroovyScripts {
  readonly #scripts: CompiledScripts<CompiledScript>;

  /** `given`: the predefined variables of the scripts, with their classes. */
  constructor(given: Readonly<Record<string, string | undefined>>) {
    this.#scripts = new CompiledScripts((source) => compileGroovy(source, given));
  }

  /** Compiles a script before the run. Throws UnsupportedScript. */
  prepare(source: string): void {
    this.#scripts.prepare(source);
  }

  /**
   * Runs a script with additional variables. Throws ScriptException if the script fails, and stops the test if it
   * uses something that the engine does not support. `isWrapped`: the exception is wrapped, so that JMeter does not
   * recognize those that stop a user or the test.
   */
  run(
    source: string,
    user: User,
    environment: Environment,
    more: (name: string) => Value,
    isWrapped = false,
  ): Value {
    const objects = ScriptObjects.of(user, environment);
    try {
      const given = (name: string) => objects.given(name) ?? more(name) ?? null;
      return this.#scripts.get(source)(new ScriptRun(objects.host(texts), given));
    } catch (error) {
      throw isWrapped && error instanceof ScriptException ? error : toRunError(error, user);
    }
  }
}
