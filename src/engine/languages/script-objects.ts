import { javaText } from '../../languages/jvm/java-text.ts';
import {
  type AssertionObject,
  assertionClass,
  type ContextObject,
  contextClass,
  loggerClass,
  printerClass,
  propertiesClass,
  sampleClass,
  type VariablesObject,
  variablesClass,
} from '../../languages/jvm/library/jmeter-classes.ts';
import { type SamplerObject, samplerClass } from '../../languages/jvm/library/sampler-classes.ts';
import type { ScriptHost } from '../../languages/jvm/script-host.ts';
import { HostObject, type Value } from '../../languages/jvm/values.ts';
import type { Environment, User } from '../core.ts';
import type { Result } from '../state/result.ts';

/** Operations that differ between the script languages. */
export type LanguageTexts = Pick<ScriptHost, 'text' | 'isSame' | 'compare'>;

const logger = new HostObject(loggerClass, null);
const printer = new HostObject(printerClass, null);

/** JMeter's objects, such as `vars` and `ctx`, for the scripts of one virtual user. */
export class ScriptObjects implements ContextObject {
  readonly #user: User;
  readonly #environment: Environment;
  readonly variables: HostObject;
  readonly properties: HostObject;
  readonly context: HostObject;

  constructor(user: User, environment: Environment) {
    this.#user = user;
    this.#environment = environment;
    this.variables = new HostObject(variablesClass, new UserVariables(user));
    this.properties = new HostObject(propertiesClass, environment.properties);
    this.context = new HostObject(contextClass, this);
  }

  static of(user: User, environment: Environment): ScriptObjects {
    return user.stateOf(ScriptObjects, () => new ScriptObjects(user, environment));
  }

  get threadNumber(): number {
    return this.#user.number;
  }

  get threadName(): string {
    return this.#user.name;
  }

  get groupName(): string {
    return this.#user.group.name;
  }

  get previousResult(): Value {
    const { previousResult } = this.#user;
    return previousResult ? sampleObject(previousResult) : null;
  }

  get sampler(): Value {
    const user = this.#user;
    const { sampler } = user;
    return sampler
      ? new HostObject(samplerClass, {
          get name() {
            return sampler.name.evaluate(user);
          },
          get request() {
            return sampler.requestOf?.(user);
          },
        } satisfies SamplerObject)
      : null;
  }

  /** One of the variables that every script gets; undefined for other names. */
  given(name: string): Value {
    switch (name) {
      case 'vars':
        return this.variables;
      case 'props':
        return this.properties;
      case 'ctx':
        return this.context;
      case 'log':
        return logger;
      case 'prev':
        return this.previousResult;
      case 'sampler':
        return this.sampler;
      case 'OUT':
        return printer;
    }
    return undefined;
  }

  host(texts: LanguageTexts): ScriptHost {
    const user = this.#user;
    const environment = this.#environment;
    return {
      ...texts,
      nowMs: () => environment.nowMs(),
      random: () => environment.random(),
      threadName: user.name,
      properties: environment.properties,
      log: (level, text) => {
        if (level !== 'debug') {
          user.runner.log(level, text);
        }
      },
    };
  }
}

export const sampleObject = (result: Result): HostObject => new HostObject(sampleClass, result);

export const assertionObject = (outcome: AssertionObject): HostObject =>
  new HostObject(assertionClass, outcome);

/** Variables of a user. Objects are stored separately from texts; a variable has one or the other. */
class UserVariables implements VariablesObject {
  readonly #user: User;

  constructor(user: User) {
    this.#user = user;
  }

  get iteration(): number {
    return this.#user.iteration;
  }

  get(name: string): string | undefined {
    return this.#user.variables.get(name);
  }

  set(name: string, value: string): void {
    this.#user.variables.set(name, value);
  }

  object(name: string): Value {
    return this.#user.variables.object(name)?.value as Value;
  }

  setObject(name: string, value: Value): void {
    const object = value === undefined ? undefined : { value, text: () => javaText(value) };
    this.#user.variables.setObject(name, object);
  }
}
