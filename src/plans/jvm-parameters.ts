import { type FoundParameter, jvmVariablesIn } from './environment-parameters.ts';

/** `System.getProperty("users", "10")`, `Integer.getInteger("users", 10)`, `sys.props.getOrElse("users", "10")`. */
const reads =
  /\b(?:System\.getProperty|Integer\.getInteger|Long\.getLong|Boolean\.getBoolean|sys\.props(?:\.getOrElse|\.get)?)\(\s*(["'])([^"'\s=]{1,200})\1(?:\s*,\s*(?:(["'])([^"']{0,200})\3|(-?\w[\w.]{0,50})))?\s*\)/g;

/** Properties of the JVM itself. */
const ofJvm = /^(?:java|javax|sun|jdk|com\.sun|os|user|file|path|line)\./;

/** System properties read by code for the JVM, named as in `override_parameters`: `-Dusers`. */
export function* jvmParametersIn(text: string): Generator<FoundParameter> {
  for (const [, , name = '', , quoted, bare] of text.matchAll(reads))
    if (!ofJvm.test(name)) yield { name: `-D${name}`, default: quoted ?? bare ?? null };
}

/** System properties and environment variables. */
export function* parametersOfJvmCode(text: string): Generator<FoundParameter> {
  yield* jvmParametersIn(text);
  yield* jvmVariablesIn(text);
}
