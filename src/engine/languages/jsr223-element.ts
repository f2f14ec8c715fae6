import { type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import { givenToGroovy } from '../../languages/groovy/given-objects.ts';
import { exact } from '../../languages/jvm/library/exception-classes.ts';
import { JavaArray, ScriptException, UnsupportedScript, type Value } from '../../languages/jvm/values.ts';
import type { CompileContext, PlanListener, Text, User } from '../core.ts';
import { toRunError } from './compiled-scripts.ts';
import { evaluatedAtStart } from './evaluated-at-start.ts';
import { GroovyScripts } from './groovy-script.ts';
import { splitParameters } from './script-parameters.ts';
import { stopForUnsupported } from './stop-for-unsupported.ts';

/** A JSR223 element's script. */
export interface ElementScript {
  readonly name: Text;
  /** Evaluated once for each sample. */
  readonly source: Text;
  /** Runs the script with further variables. Throws ScriptException. */
  run(user: User, source: string, more: Readonly<Record<string, Value>>): Value;
  /** Text of JMeter's ScriptException for a failed script. Rethrows other errors. */
  problem(error: unknown, user: User): string;
  readonly planListener: PlanListener;
}

/** Compiles the script of a JSR223 element, whose language is Groovy. */
export function jsr223Script(element: PlanElement, context: CompileContext): ElementScript {
  const { environment } = context;
  const name = context.compile(element.name);
  const source = context.text(element, 'script');
  const parameters = context.text(element, 'parameters');
  const isCached = textProperty(element, 'cacheKey') !== 'false';
  const scripts = context.shared(
    `groovy ${element.kind}`,
    () => new GroovyScripts(givenToGroovy[element.kind] ?? {}),
  );
  if (source.constant !== undefined && source.constant !== '') {
    scripts.prepare(source.constant);
  }
  return {
    name,
    source,
    planListener: evaluatedAtStart(element, context, [parameters, source]),
    // Groovy's engine wraps the exception twice if the script is not cached.
    problem: (error, user) =>
      error instanceof EmptyScript
        ? `${scriptException}${error.message}`
        : `${isCached ? '' : scriptException}${scriptException}${exactText(error, user)}`,
    run(user, text, more) {
      const written = parameters.evaluate(user);
      // JMeter evaluates the name for the script, and a second time for its logger.
      const label = name.evaluate(user);
      name.evaluate(user);
      // JMeter computes the cache key once per thread: it keeps running the first text if variables change the
      // script.
      const first = isCached && text !== '' ? user.stateOf(source, () => text) : text;
      if (text === '') {
        failEmpty(name.evaluate(user));
      }
      const given = (wanted: string) => {
        switch (wanted) {
          case 'Label':
            return label;
          case 'FileName':
            return '';
          case 'Parameters':
            return written;
          case 'args':
            return new JavaArray('String', splitParameters(written));
        }
        return more[wanted] ?? null;
      };
      return scripts.run(first, user, environment, given, !isCached);
    },
  };
}

class EmptyScript extends Error {}

function failEmpty(name: string): never {
  throw new EmptyScript(`Both script file and script text are empty for element:${name}`);
}

const scriptException = 'javax.script.ScriptException: ';

/** The text of a script's exception. Rethrows other errors. */
function exactText(error: unknown, user: User): string {
  if (!(error instanceof ScriptException)) {
    throw toRunError(error, user);
  }
  try {
    return String(exact(error.throwable));
  } catch (inner) {
    if (inner instanceof UnsupportedScript) {
      stopForUnsupported(user, `A script fails with ${error.throwable}`);
    }
    throw inner;
  }
}

/** Logs a failed script, for elements where JMeter only logs it. Rethrows other errors. */
export function logProblem(error: unknown, user: User, text: string): void {
  if (!(error instanceof EmptyScript) && !(error instanceof ScriptException)) {
    throw toRunError(error, user);
  }
  user.runner.log('error', `${text}: ${error.message}`);
}
