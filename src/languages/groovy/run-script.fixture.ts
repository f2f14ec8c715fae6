import { javaText } from '../jvm/java-text.ts';
import { propertiesClass, variablesClass } from '../jvm/library/jmeter-classes.ts';
import type { ScriptHost } from '../jvm/script-host.ts';
import { ScriptRun } from '../jvm/script-run.ts';
import { HostObject, type Value } from '../jvm/values.ts';
import { compileGroovy } from './compile-groovy.ts';
import { givenToGroovy } from './given-objects.ts';
import { compareValues, isEqual } from './groovy-values.ts';

/** Runs a script of a JSR223 Sampler without a plan. */
export function runScript(source: string): Value {
  const properties = new Map<string, string>();
  const host: ScriptHost = {
    nowMs: () => Date.now(),
    random: Math.random,
    log() {},
    threadName: 'Users 1-1',
    properties,
    text: javaText,
    isSame: isEqual,
    compare: compareValues,
  };
  const objects: Readonly<Record<string, Value>> = {
    vars: new HostObject(variablesClass, new Map()),
    props: new HostObject(propertiesClass, properties),
  };
  const run = new ScriptRun(host, (name) => objects[name] ?? null);
  return compileGroovy(source, givenToGroovy.JSR223Sampler ?? {})(run);
}
