import { type CompiledScript, compileGroovy } from '../../languages/groovy/compile-groovy.ts';
import { compareValues, isEqual, javaText } from '../../languages/groovy/groovy-values.ts';
import { ScriptRun } from '../../languages/jvm/script-run.ts';
import { ScriptException, UnsupportedScript, type Value } from '../../languages/jvm/values.ts';
import { type Environment, StopRequest, type User } from '../core.ts';
import { type LanguageTexts, ScriptObjects } from './script-objects.ts';
import { stopForUnsupported } from './stop-for-unsupported.ts';

const texts: LanguageTexts = { text: javaText, isSame: isEqual, compare: compareValues };
const maxScripts = 1000;

/** Scripts of one kind of element, each compiled once for all users of a worker. */
export class GroovyScripts {
  readonly #given: Readonly<Record<string, string | undefined>>;
  readonly #compiled = new Map<string, CompiledScript | UnsupportedScript>();

  /** `given` are the variables that the scripts get, with their classes. */
  constructor(given: Readonly<Record<string, string | undefined>>) {
    this.#given = given;
  }

  /** Compiles a script before the run. Throws UnsupportedScript. */
  prepare(source: string): void {
    const compiled = this.#compile(source);
    if (compiled instanceof UnsupportedScript) {
      throw compiled;
    }
  }

  /**
   * Runs a script with more variables than every script gets. Throws ScriptException where the script fails, and stops the test where it
   * has something that the engine does not support.
   */
  run(source: string, user: User, environment: Environment, more: (name: string) => Value): Value {
    const objects = ScriptObjects.of(user, environment);
    try {
      const compiled = this.#compile(source);
      if (compiled instanceof UnsupportedScript) {
        throw compiled;
      }
      const given = (name: string) => objects.given(name) ?? more(name) ?? null;
      return compiled(new ScriptRun(objects.host(texts), given));
    } catch (error) {
      throw toRunError(error, user);
    }
  }

  #compile(source: string): CompiledScript | UnsupportedScript {
    let compiled = this.#compiled.get(source);
    if (compiled === undefined) {
      compiled = tryCompile(source, this.#given);
      if (this.#compiled.size >= maxScripts) {
        this.#compiled.clear();
      }
      this.#compiled.set(source, compiled);
    }
    return compiled;
  }
}

function tryCompile(source: string, given: Readonly<Record<string, string | undefined>>) {
  try {
    return compileGroovy(source, given);
  } catch (error) {
    if (error instanceof UnsupportedScript) {
      return error;
    }
    throw error;
  }
}

const stops: Readonly<Record<string, StopRequest['what']>> = {
  'org.apache.jorphan.util.JMeterStopThreadException': 'thread',
  'org.apache.jorphan.util.JMeterStopTestException': 'test',
  'org.apache.jorphan.util.JMeterStopTestNowException': 'test-now',
};

/** The error to throw in place of one of a script: JMeter's exceptions stop a user or the test. */
function toRunError(error: unknown, user: User): unknown {
  if (error instanceof UnsupportedScript) {
    stopForUnsupported(user, `A script has ${error.message}`);
  }
  if (error instanceof ScriptException) {
    const { className, message } = error.throwable;
    const what = Object.hasOwn(stops, className) ? stops[className] : undefined;
    return what ? new StopRequest(what, message ?? '') : error;
  }
  return error;
}
