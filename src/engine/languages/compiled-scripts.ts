import { ScriptException, UnsupportedScript } from '../../languages/jvm/values.ts';
import { StopRequest, type User } from '../core.ts';
import { stopForUnsupported } from './stop-for-unsupported.ts';

const maxScripts = 1000;

/** Scripts of one kind of element, each compiled once for all users of a worker. */
export class CompiledScripts<Compiled extends object> {
  readonly #compile: (source: string) => Compiled;
  readonly #known = new Map<string, Compiled | UnsupportedScript>();

  constructor(compile: (source: string) => Compiled) {
    this.#compile = compile;
  }

  /** Compiles a script before the run. Throws UnsupportedScript. */
  prepare(source: string): void {
    this.get(source);
  }

  /** Throws UnsupportedScript. */
  get(source: string): Compiled {
    let compiled = this.#known.get(source);
    if (compiled === undefined) {
      compiled = this.#try(source);
      if (this.#known.size >= maxScripts) {
        this.#known.clear();
      }
      this.#known.set(source, compiled);
    }
    if (compiled instanceof UnsupportedScript) {
      throw compiled;
    }
    return compiled;
  }

  #try(source: string): Compiled | UnsupportedScript {
    try {
      return this.#compile(source);
    } catch (error) {
      if (error instanceof UnsupportedScript) {
        return error;
      }
      throw error;
    }
  }
}

const stops: Readonly<Record<string, StopRequest['what']>> = {
  'org.apache.jorphan.util.JMeterStopThreadException': 'thread',
  'org.apache.jorphan.util.JMeterStopTestException': 'test',
  'org.apache.jorphan.util.JMeterStopTestNowException': 'test-now',
};

/** Converts an error of a script: JMeter's stop exceptions become a StopRequest for the user or the test. */
export function toRunError(error: unknown, user: User): unknown {
  if (error instanceof UnsupportedScript) {
    stopForUnsupported(user, `A script has ${error.message}`);
  }
  if (error instanceof ScriptException) {
    const { className, message } = error.throwable;
    const what = Object.hasOwn(stops, className) ? stops[className] : undefined;
    return what ? new StopRequest(what, message ?? '') : error;
  }
  if (error instanceof TypeError || error instanceof RangeError) {
    // An operation or method of the engine got an unexpected value, or the script recurses endlessly.
    stopForUnsupported(user, `A script ends with ${error.message}`);
  }
  return error;
}
