import { argumentsOf } from '../jvm/compile-expressions.ts';
import { StatementCompiler } from '../jvm/compile-statements.ts';
import { type Code, type Execute, Frame, type Run, type ScriptRun } from '../jvm/script-run.ts';
import { parseScript } from '../jvm/syntax/parse-script.ts';
import type {
  Expression,
  MethodDefinition,
  Parameter,
  Script,
  Statement,
  TypeName,
} from '../jvm/syntax/script-tree.ts';
import { assignedNames, hasClosure } from '../jvm/tree-facts.ts';
import {
  Closure,
  failRoughly,
  GString,
  IntRange,
  JavaDouble,
  JavaList,
  JavaMap,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { coerceTo, requireArgument } from './groovy-casts.ts';
import { groovyClasses } from './groovy-classes.ts';
import { requireImport } from './groovy-imports.ts';
import { GroovySemantics } from './groovy-semantics.ts';
import { embeddedText, groovyText, itemsOf } from './groovy-values.ts';

/** A compiled script: returns its value. */
export type CompiledScript = (run: ScriptRun) => Value;

const semantics = new GroovySemantics(groovyClasses);

const packages = ['java.lang', 'java.util', 'java.io', 'java.net', 'groovy.lang', 'groovy.util'];
const defaultImports = ['java.math.BigDecimal', 'java.math.BigInteger'];

/**
 * Compiles a Groovy script. `given` are its predefined variables with their classes. Throws UnsupportedScript for
 * syntax outside of the subset.
 */
export function compileGroovy(
  source: string,
  given: Readonly<Record<string, string | undefined>>,
): CompiledScript {
  const script = parseScript(source, 'groovy');
  return new GroovyCompiler(script, given).compile();
}

interface FrameScope {
  parent: FrameScope | undefined;
  size: number;
}

interface Variable {
  owner: FrameScope;
  slot: number;
  /** Type that assigned values are converted to. */
  cast: string | undefined;
  /** Class of the value, where known at compile time. */
  type: string | undefined;
}

interface Method {
  parameters: readonly Parameter[];
  call(args: readonly Value[], run: ScriptRun): Value;
}

/** Script functions that write to standard output, which is discarded. */
const printFunctions = new Set(['println', 'print', 'printf']);
const maxRange = 1_000_000;
const maxDepth = 400;

class GroovyCompiler extends StatementCompiler {
  readonly #script: Script;
  readonly #given: Readonly<Record<string, string | undefined>>;
  /** Names that the script assigns outside of declarations. */
  readonly #assigned: ReadonlySet<string>;
  readonly #methods = new Map<string, Method[]>();
  #names: Map<string, Variable>[] = [];
  #frame: FrameScope = { parent: undefined, size: 0 };
  #depth = 0;

  constructor(script: Script, given: Readonly<Record<string, string | undefined>>) {
    super(semantics, packages);
    this.#script = script;
    this.#given = given;
    this.#assigned = assignedNames(script);
  }

  compile(): CompiledScript {
    for (const path of defaultImports) {
      this.import({ path, alias: undefined });
    }
    for (const each of this.#script.imports) {
      requireImport(each.path, semantics.classes);
      this.import(each);
    }
    for (const method of this.#script.methods) {
      this.#declareMethod(method);
    }
    const scope: FrameScope = { parent: undefined, size: 0 };
    const execute = this.#within(scope, [new Map()], () => this.statements(this.#script.body, true));
    return (run) => {
      const completion = execute(new Frame(run, undefined, scope.size));
      return completion === 'return' ? run.returned : null;
    };
  }

  #within<T>(frame: FrameScope, names: Map<string, Variable>[], compile: () => T): T {
    const before = { frame: this.#frame, names: this.#names };
    this.#frame = frame;
    this.#names = names;
    const result = compile();
    this.#frame = before.frame;
    this.#names = before.names;
    return result;
  }

  /** Methods see only the variables of the script's binding. Bodies are compiled after all names are known. */
  #declareMethod(definition: MethodDefinition): void {
    let compiled: ((args: readonly Value[], run: ScriptRun) => Value) | undefined;
    const method: Method = {
      parameters: definition.parameters,
      call: (args, run) => (compiled as NonNullable<typeof compiled>)(args, run),
    };
    const others = this.#methods.get(definition.name) ?? [];
    const counts = [...definition.parameters.keys(), definition.parameters.length];
    const isTaken = (count: number) =>
      [method, ...others].filter(({ parameters }) => takesCount(parameters, count)).length > 1;
    if (counts.some(isTaken)) {
      throw new UnsupportedScript(`two methods ${definition.name} for one number of arguments`);
    }
    this.#methods.set(definition.name, [...others, method]);
    this.#later.push(() => {
      compiled = this.#compileMethod(definition);
    });
  }

  readonly #later: (() => void)[] = [];

  #compileMethod({
    parameters,
    body,
    returns,
  }: MethodDefinition): (args: readonly Value[], run: ScriptRun) => Value {
    const scope: FrameScope = { parent: undefined, size: 0 };
    return this.#within(scope, [new Map()], () => {
      const sets = parameters.map((each) => ({
        fallback: each.fallback ? this.expression(each.fallback).run : undefined,
        set: this.#parameter(each),
      }));
      const execute = this.statements(body, true);
      const type = returns === undefined || returns.name === 'void' ? undefined : this.typeNamed(returns);
      const isVoid = returns?.name === 'void';
      return (args, run) => {
        run.tick();
        const frame = new Frame(run, undefined, scope.size);
        for (const [index, { set, fallback }] of sets.entries()) {
          set(frame, index < args.length ? args[index] : (fallback?.(frame) ?? null));
        }
        const value = this.#deeper(() => (execute(frame) === 'return' ? run.returned : null));
        return isVoid ? null : type === undefined ? value : semantics.cast(type, value);
      };
    });
  }

  /** Sets a parameter. Rejects values that do not convert to its type. */
  #parameter({ name, type }: Pick<Parameter, 'name' | 'type'>): (frame: Frame, value: Value) => void {
    const set = this.declareGiven(name, type);
    if (type === undefined) {
      return set;
    }
    const typeName = this.typeNamed(type);
    return (frame, value) => {
      requireArgument(typeName, value, semantics.classes);
      set(frame, value);
    };
  }

  /** Deeper recursion is unsupported; it requires the JVM. */
  #deeper(call: () => Value): Value {
    if (this.#depth >= maxDepth) {
      throw new UnsupportedScript('a deep recursion');
    }
    this.#depth += 1;
    try {
      return call();
    } finally {
      this.#depth -= 1;
    }
  }

  protected override block<T>(compile: () => T): T {
    return this.#within(this.#frame, [...this.#names, new Map()], compile);
  }

  protected override pass(body: Statement, compile: () => Execute): Execute {
    if (!hasClosure(body)) {
      return this.block(compile);
    }
    const scope: FrameScope = { parent: this.#frame, size: 0 };
    const execute = this.#within(scope, [...this.#names, new Map()], compile);
    return (frame) => execute(new Frame(frame.run, frame, scope.size));
  }

  #find(name: string): Variable | undefined {
    for (let at = this.#names.length - 1; at >= 0; at--) {
      const found = this.#names[at]?.get(name);
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  protected override isVariable(name: string): boolean {
    return this.#find(name) !== undefined || Object.hasOwn(this.#given, name);
  }

  #add(name: string, cast: string | undefined, type: string | undefined): Variable {
    // Groovy rejects a second variable also in inner blocks and closures. Each closure may have its `it`.
    if (name === 'it' ? this.#names.at(-1)?.has(name) : this.#find(name)) {
      throw new UnsupportedScript(`two variables ${name}`);
    }
    const variable = { owner: this.#frame, slot: this.#frame.size++, cast, type };
    this.#names.at(-1)?.set(name, variable);
    return variable;
  }

  protected override declare(name: string, type: TypeName | undefined, value: Expression | undefined): Run {
    const cast = type ? this.typeNamed(type) : undefined;
    const code = value ? this.expression(value) : undefined;
    const known = cast ? this.staticTypeOf(cast) : this.#assigned.has(name) ? undefined : code?.type;
    const { slot } = this.#add(name, cast, known);
    const empty = cast !== undefined && value === undefined ? emptyOf(cast) : null;
    const run = code?.run ?? (() => empty);
    return (frame) => {
      const given = run(frame);
      const result = cast === undefined || value === undefined ? given : semantics.cast(cast, given);
      frame.slots[slot] = result;
      return result;
    };
  }

  protected override declareGiven(
    name: string,
    type: TypeName | undefined,
  ): (frame: Frame, value: Value) => void {
    const cast = type ? this.typeNamed(type) : undefined;
    const { slot } = this.#add(name, cast, cast ? this.staticTypeOf(cast) : undefined);
    return (frame, value) => {
      frame.slots[slot] = cast === undefined ? value : semantics.cast(cast, value);
    };
  }

  protected override declareSeveral(names: readonly string[], value: Expression): Execute {
    const { run } = this.expression(value);
    const slots = names.map((name) => this.#add(name, undefined, undefined).slot);
    return (frame) => {
      const items = itemsOf(run(frame));
      for (const [index, slot] of slots.entries()) {
        frame.slots[slot] = items[index] ?? null;
      }
      return 'normal';
    };
  }

  #distanceTo(owner: FrameScope): number {
    let distance = 0;
    for (let at: FrameScope | undefined = this.#frame; at !== undefined && at !== owner; at = at.parent) {
      distance += 1;
    }
    return distance;
  }

  protected override readName(name: string): Code {
    const variable = this.#find(name);
    if (variable) {
      return { run: readSlot(this.#distanceTo(variable.owner), variable.slot), type: variable.type };
    }
    const isGiven = Object.hasOwn(this.#given, name);
    if (isGiven && !this.#assigned.has(name)) {
      return { run: (frame) => frame.run.given(name), type: this.#given[name] };
    }
    if (/^(?:out|context|binding|metaClass|class|properties|this|super|owner|delegate|\$)$/.test(name)) {
      throw new UnsupportedScript(name);
    }
    if (!isGiven && !this.#assigned.has(name) && /^\p{Lu}/u.test(name)) {
      throw new UnsupportedScript(name);
    }
    return {
      run: ({ run }) => {
        const value = run.binding.has(name) ? run.binding.get(name) : isGiven ? run.given(name) : undefined;
        if (value === undefined) {
          failRoughly('groovy.lang.MissingPropertyException', `No such property: ${name} for class: Script1`);
        }
        return value;
      },
      type: undefined,
    };
  }

  protected override writeName(name: string): (value: Run) => Run {
    const variable = this.#find(name);
    if (!variable) {
      return (value) => (frame) => {
        const result = value(frame);
        frame.run.binding.set(name, result);
        return result;
      };
    }
    const { slot, cast } = variable;
    const distance = this.#distanceTo(variable.owner);
    return (value) => (frame) => {
      const given = value(frame);
      const result = cast === undefined ? given : semantics.cast(cast, given);
      frameAt(frame, distance).slots[slot] = result;
      return result;
    };
  }

  protected override callName(name: string, args: readonly Code[]): Code {
    const values = argumentsOf(args);
    if (this.#find(name) || Object.hasOwn(this.#given, name)) {
      const { run } = this.readName(name);
      return {
        run: (frame) => semantics.call(run(frame), 'call', values(frame), frame.run),
        type: undefined,
      };
    }
    const method = this.#methods.get(name)?.find(({ parameters }) => takesCount(parameters, args.length));
    if (method) {
      return { run: (frame) => method.call(values(frame), frame.run), type: undefined };
    }
    if (printFunctions.has(name) && !this.#methods.has(name)) {
      return {
        run: (frame) => {
          values(frame).map(groovyText);
          return null;
        },
        type: undefined,
      };
    }
    if (this.#assigned.has(name) && !this.#methods.has(name)) {
      const { run } = this.readName(name);
      return {
        run: (frame) => semantics.call(run(frame), 'call', values(frame), frame.run),
        type: undefined,
      };
    }
    throw new UnsupportedScript(`${name}(${args.length > 0 ? '…' : ''})`);
  }

  protected override checkProperty(type: string | undefined, name: string): void {
    if (type === undefined || isOpen(type, name)) {
      return;
    }
    const setter = `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    if (semantics.getterOf(type, name) === undefined && !semantics.classes.hasMethod(type, setter, 1)) {
      throw new UnsupportedScript(`${type.slice(type.lastIndexOf('.') + 1)}.${name}`);
    }
  }

  protected override propertyType(type: string | undefined, name: string): string | undefined {
    const getter = type === undefined || isOpen(type, name) ? undefined : semantics.getterOf(type, name);
    return getter === undefined ? undefined : this.returnType(type, getter, 0);
  }

  /** Map values may be closures, which are called like methods. */
  protected override checkMethod(type: string | undefined, name: string, count: number): void {
    super.checkMethod(
      type === 'org.codehaus.groovy.runtime.GStringImpl' ? 'java.lang.String' : type,
      name,
      count,
    );
  }

  protected override spread(items: Value, apply: (item: Value) => Value): Value {
    return items === null
      ? null
      : new JavaList(itemsOf(items).map((item) => (item === null ? null : apply(item))));
  }

  protected override special(node: Expression): Code | undefined {
    switch (node.kind) {
      case 'gstring':
        return this.#gstring(node.strings, node.values);
      case 'list': {
        const items = argumentsOf(node.items.map((item) => this.expression(item)));
        return { run: (frame) => new JavaList(items(frame)), type: 'java.util.ArrayList' };
      }
      case 'map':
        return this.#map(node.entries);
      case 'range':
        return this.#range(node);
      case 'elvis': {
        const [value, fallback] = [this.expression(node.value), this.expression(node.fallback)];
        return {
          run: (frame) => {
            const given = value.run(frame);
            return semantics.isTrue(given) ? given : fallback.run(frame);
          },
          type: value.type === fallback.type ? value.type : undefined,
        };
      }
      case 'closure':
        return this.#closure(node.parameters, node.body);
      case 'cast':
        return node.isCoercion ? this.#coercion(node.type, node.value) : undefined;
      case 'unary':
        if (isNegativeZero(node)) {
          throw new UnsupportedScript('-0.0');
        }
        return undefined;
      case 'call':
        rejectWideArguments(node);
        return undefined;
    }
    return undefined;
  }

  #gstring(strings: readonly string[], values: readonly Expression[]): Code {
    const all = argumentsOf(values.map((value) => this.expression(value)));
    return {
      run: (frame) => new GString(strings, all(frame), embeddedText),
      type: 'org.codehaus.groovy.runtime.GStringImpl',
    };
  }

  #map(entries: readonly [Expression, Expression][]): Code {
    const all = entries.map(
      ([key, value]) => [this.expression(key).run, this.expression(value).run] as const,
    );
    return {
      run: (frame) => {
        const map = new JavaMap();
        for (const [key, value] of all) {
          map.put(key(frame), value(frame));
        }
        return map;
      },
      type: 'java.util.LinkedHashMap',
    };
  }

  #range({ from, to, isExclusive }: Extract<Expression, { kind: 'range' }>): Code {
    const [first, last] = [this.expression(from).run, this.expression(to).run];
    return {
      run: (frame) => {
        const [start, end] = [first(frame), last(frame)];
        if (typeof start !== 'number' || typeof end !== 'number' || Math.abs(end - start) > maxRange) {
          throw new UnsupportedScript('a range of values that are not ints');
        }
        return new IntRange(start, end, isExclusive);
      },
      type: 'groovy.lang.IntRange',
    };
  }

  #coercion(type: TypeName, value: Expression): Code {
    const name = this.typeNamed(type);
    const { run } = this.expression(value);
    return { run: (frame) => coerceTo(name, run(frame), semantics.classes), type: this.staticTypeOf(name) };
  }

  #closure(parameters: readonly Parameter[] | undefined, body: readonly Statement[]): Code {
    if (parameters?.some((each) => each.fallback)) {
      throw new UnsupportedScript('a parameter with a default value');
    }
    const scope: FrameScope = { parent: this.#frame, size: 0 };
    const names: readonly Pick<Parameter, 'name' | 'type'>[] = parameters ?? [
      { name: 'it', type: undefined },
    ];
    const { sets, execute } = this.#within(scope, [...this.#names, new Map()], () => ({
      sets: names.map((each) => this.#parameter(each)),
      execute: this.block(() => this.statements(body, true)),
    }));
    const call = (frame: Frame, args: readonly Value[]): Value => {
      frame.run.tick();
      const inner = new Frame(frame.run, frame, scope.size);
      for (let at = 0; at < sets.length; at++) {
        sets[at]?.(inner, args[at] ?? null);
      }
      return this.#deeper(() => (execute(inner) === 'return' ? frame.run.returned : null));
    };
    const count = parameters?.length ?? 1;
    return {
      run: (frame) => new Closure(count, (args) => call(frame, args)),
      type: 'groovy.lang.Closure',
    };
  }

  /** Compiles bodies that needed the names of all methods. */
  protected override statements(body: readonly Statement[], isLast: boolean): Execute {
    while (this.#later.length > 0) {
      this.#later.shift()?.();
    }
    return super.statements(body, isLast);
  }
}

/** `-0.0d` is 0.0 in Groovy, but `-(0.0d)` is -0.0. */
const isNegativeZero = ({ operator, operand }: Extract<Expression, { kind: 'unary' }>): boolean =>
  operator === '-' &&
  operand.kind === 'literal' &&
  operand.value instanceof JavaDouble &&
  operand.value.value === 0;

/** Groovy chooses the method by the type of `x as Object`, not by its value. */
function rejectWideArguments({ name, args }: Extract<Expression, { kind: 'call' }>): void {
  const isWide = (arg: Expression) =>
    arg.kind === 'cast' && /^(?:.*\.)?(?:Object|Number)$/.test(arg.type.name);
  if (/^(?:remove|plus|minus|count)$/.test(name) && args.some(isWide)) {
    throw new UnsupportedScript(`${name}(… as Object)`);
  }
}

/** Only trailing parameters with default values can be omitted. */
function takesCount(parameters: readonly Parameter[], count: number): boolean {
  return count <= parameters.length && parameters.slice(count).every((each) => each.fallback);
}

function emptyOf(type: string): Value {
  switch (type) {
    case 'int':
      return 0;
    case 'long':
      return 0n;
    case 'boolean':
      return false;
  }
  if (type === 'double' || type === 'char') {
    return semantics.cast(type, 0);
  }
  return null;
}

/** Whether any name may be a property, as with maps and the items of lists. */
const isOpen = (type: string, name: string): boolean =>
  type.endsWith('[]') ||
  name === 'class' ||
  type === 'java.util.Properties' ||
  type === 'org.apache.jmeter.threads.JMeterVariables' ||
  ['java.util.Map', 'java.util.Collection'].some((open) => semantics.classes.isSubclass(type, open));

function frameAt(frame: Frame, distance: number): Frame {
  let at = frame;
  for (let left = distance; left > 0; left--) {
    at = at.parent as Frame;
  }
  return at;
}

function readSlot(distance: number, slot: number): Run {
  switch (distance) {
    case 0:
      return (frame) => frame.slots[slot];
    case 1:
      return (frame) => frame.parent?.slots[slot];
  }
  return (frame) => frameAt(frame, distance).slots[slot];
}
