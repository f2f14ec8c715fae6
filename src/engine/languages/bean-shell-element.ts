import { booleanProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import { beanShellMessage } from '../../languages/bean-shell/bean-shell-errors.ts';
import { type CompiledBeanShell, compileBeanShell } from '../../languages/bean-shell/compile-bean-shell.ts';
import { givenToBeanShell } from '../../languages/bean-shell/given-to-bean-shell.ts';
import { javaText } from '../../languages/jvm/java-text.ts';
import { ScriptRun } from '../../languages/jvm/script-run.ts';
import {
  fail,
  JavaArray,
  ScriptException,
  UnsupportedScript,
  type Value,
} from '../../languages/jvm/values.ts';
import type { CompileContext, PlanListener, Text, User } from '../core.ts';
import { CompiledScripts, toRunError } from './compiled-scripts.ts';
import { evaluatedAtStart } from './evaluated-at-start.ts';
import { type LanguageTexts, ScriptObjects } from './script-objects.ts';
import { splitParameters } from './script-parameters.ts';
import { stopForUnsupported } from './stop-for-unsupported.ts';

const texts: LanguageTexts = {
  text: javaText,
  isSame: (one, two) => {
    if (typeof one === 'object' && typeof two === 'object' && one !== null && two !== null && one !== two) {
      throw new UnsupportedScript('equals of two objects');
    }
    return one === two;
  },
  compare: (one, two) => {
    if (typeof one === 'string' && typeof two === 'string') {
      return one < two ? -1 : one > two ? 1 : 0;
    }
    if (typeof one === 'number' && typeof two === 'number') {
      return one - two;
    }
    throw new UnsupportedScript('a comparison of two objects');
  },
};

/**
 * A BeanShell element's script. Each user keeps its own interpreter: variables persist between samples, unless it is
 * reset.
 */
export interface BeanShellScript {
  readonly name: Text;
  readonly source: Text;
  /**
   * Sets the variables of `more`, then runs the script; `read` returns variables afterwards. Returns undefined if the
   * script returns nothing. Throws ScriptException.
   */
  run(user: User, source: string, more: Readonly<Record<string, Value>>): Value;
  /** Text of a variable. Throws ScriptException if it is null or not set. */
  read(user: User, name: string): string;
  readonly planListener: PlanListener;
}

/** `prefix` of the element's property names; empty for elements with a generated GUI (TestBean). */
export function beanShellScript(element: PlanElement, context: CompileContext, prefix = ''): BeanShellScript {
  const { environment } = context;
  const name = context.compile(element.name);
  const source = context.text(element, prefix === '' ? 'script' : `${prefix}.query`);
  const parameters = context.text(element, prefix === '' ? 'parameters' : `${prefix}.parameters`);
  const isReset = booleanProperty(element, prefix === '' ? 'resetInterpreter' : `${prefix}.resetInterpreter`);
  const given = givenToBeanShell[element.kind] ?? {};
  const scripts = context.shared(
    `BeanShell ${element.kind}`,
    () => new CompiledScripts<CompiledBeanShell>((text) => compileBeanShell(text, given)),
  );
  if (source.constant !== undefined) {
    scripts.prepare(source.constant);
  }
  const interpreterOf = (user: User) => user.stateOf(source, () => ({ names: new Map<string, Value>() }));
  return {
    name,
    source,
    planListener: evaluatedAtStart(element, context, [parameters, source]),
    run(user, text, more) {
      const objects = ScriptObjects.of(user, environment);
      const interpreter = interpreterOf(user);
      if (isReset) {
        interpreter.names = new Map();
      }
      const { names } = interpreter;
      const written = parameters.evaluate(user);
      const own = { Label: name.evaluate(user), FileName: '', Parameters: written, ...more };
      for (const each of ['ctx', 'log', 'prev', 'props', 'vars']) {
        names.set(each, objects.given(each));
      }
      for (const [each, value] of Object.entries(own)) {
        names.set(each, value);
      }
      try {
        const run = new ScriptRun(
          objects.host(texts),
          () => new JavaArray('String', splitParameters(written)),
          names,
        );
        return scripts.get(text)(run);
      } catch (error) {
        throw toRunError(error, user);
      }
    },
    read(user, each) {
      const value = interpreterOf(user).names.get(each) ?? null;
      return value === null ? fail('java.lang.NullPointerException', noText) : javaText(value);
    },
  };
}

const noText =
  'Cannot invoke "Object.toString()" because the return value of "org.apache.jmeter.util.BeanShellInterpreter.get(String)" is null';

/** Logs and returns JMeter's text of a ScriptException, thrown by a script or by `read`. Rethrows other errors. */
export function beanShellProblem(error: unknown, user: User, source: string): string {
  if (!(error instanceof ScriptException)) {
    throw toRunError(error, user);
  }
  const isOfRead = error.throwable.message === noText;
  const text = isOfRead ? error.message : beanShellMessage(source, error);
  if (text === undefined) {
    stopForUnsupported(user, `A script of BeanShell fails with ${error.message}`);
  }
  user.runner.log('warn', text);
  return text;
}

/** Logs a failed script, for elements where JMeter only logs it. Rethrows other errors. */
export function logBeanShellProblem(error: unknown, user: User, name: Text): void {
  if (!(error instanceof ScriptException)) {
    throw toRunError(error, user);
  }
  user.runner.log('warn', `Problem in BeanShell script. ${name.evaluate(user)}: ${error.message}`);
}
