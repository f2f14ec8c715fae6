import { acceptsCount, simpleName } from './java-class.ts';
import type { Code, Frame, Run } from './script-run.ts';
import type { Semantics } from './semantics.ts';
import type { Expression, Import, TypeName } from './syntax/script-tree.ts';
import {
  ClassReference,
  classNameOf,
  JavaArray,
  JavaChar,
  JavaDouble,
  UnsupportedScript,
  type Value,
} from './values.ts';

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=', '===', '!==', '==~', 'in', '!in']);
export const primitives: ReadonlySet<string> = new Set([
  'int',
  'long',
  'double',
  'boolean',
  'char',
  'byte',
  'short',
  'float',
]);
/** Packages whose classes exist in every JVM that runs JMeter. */
const presentPackages =
  /^(?:java|javax|groovy|org\.apache\.(?:jmeter|jorphan|commons|http|log4j|groovy)|org\.slf4j|org\.codehaus\.groovy)\./;

/** Computes the new value of a variable, property or item from the current one, if that is read. */
type Next = (frame: Frame, before: Value) => Value;

/** Compiles the expressions common to both languages. A language adds its variables. */
export abstract class ExpressionCompiler {
  protected readonly semantics: Semantics;
  /** Imported classes by the name used in the script. */
  readonly #imported = new Map<string, string>();
  readonly #packages: string[];

  constructor(semantics: Semantics, packages: readonly string[]) {
    this.semantics = semantics;
    this.#packages = [...packages];
  }

  protected import({ path, alias }: Import): void {
    if (!presentPackages.test(path)) {
      throw new UnsupportedScript(`import ${path}`);
    }
    if (path.endsWith('.*')) {
      this.#packages.unshift(path.slice(0, -2));
    } else {
      this.#imported.set(alias ?? simpleName(path), path);
    }
  }

  /** Full name of a class that the script names; undefined if the tables lack it. */
  protected classNamed(name: string): string | undefined {
    const { classes } = this.semantics;
    const imported = this.#imported.get(name);
    if (imported !== undefined) {
      return classes.find(imported)?.name;
    }
    if (name.includes('.')) {
      return classes.find(name)?.name;
    }
    for (const each of this.#packages) {
      const found = classes.find(`${each}.${name}`);
      if (found) {
        return found.name;
      }
    }
    return undefined;
  }

  /** `int`, `byte[]`, or the full name of a class. */
  protected typeNamed({ name, dimensions }: TypeName): string {
    const suffix = '[]'.repeat(dimensions);
    if (name === 'float' || name === 'short' || dimensions > 1) {
      throw new UnsupportedScript(`the type ${name}${suffix}`);
    }
    const known = primitives.has(name) ? name : this.classNamed(name);
    if (known === undefined || (known === 'byte' && dimensions === 0)) {
      throw new UnsupportedScript(`the type ${name}${suffix}`);
    }
    return dimensions > 0 ? simpleName(known) + suffix : known;
  }

  protected abstract readName(name: string): Code;
  /** Compiles an assignment of the result of `value`. */
  protected abstract writeName(name: string): (value: Run) => Run;
  protected abstract callName(name: string, args: readonly Code[]): Code;
  protected abstract isVariable(name: string): boolean;
  protected abstract special(node: Expression): Code | undefined;

  expression(node: Expression): Code {
    const special = this.special(node);
    if (special) {
      return special;
    }
    switch (node.kind) {
      case 'literal': {
        const { value } = node;
        return {
          run: () => value,
          type: value === null ? undefined : classNameOf(value),
          isPrimitive: isPrimitiveValue(value),
        };
      }
      case 'name':
        return this.#name(node.name);
      case 'unary':
        return this.#unary(node.operator, node.operand);
      case 'binary':
        return this.#binary(node.operator, node.left, node.right);
      case 'choice':
        return this.#choice(
          this.condition(node.condition),
          this.expression(node.yes),
          this.expression(node.no),
        );
      case 'assign':
        return this.#assign(node);
      case 'step':
        return this.#step(node);
      case 'property':
        return this.#property(node);
      case 'index':
        return this.#index(node.target, node.index);
      case 'call':
        return this.#call(node);
      case 'new':
        return this.#new(node.type, node.args);
      case 'array':
        return this.#array(node);
      case 'cast':
        return this.#cast(node.type, node.value);
      case 'instanceof':
        return this.#instanceOf(node);
    }
    throw new UnsupportedScript(node.kind);
  }

  protected condition(node: Expression): (frame: Frame) => boolean {
    const { run, type } = this.expression(node);
    const { semantics } = this;
    return type === 'java.lang.Boolean'
      ? (frame) => run(frame) === true
      : (frame) => semantics.isTrue(run(frame));
  }

  #name(name: string): Code {
    if (!this.isVariable(name)) {
      const className = this.classNamed(name);
      if (className !== undefined) {
        const reference = new ClassReference(className);
        return { run: () => reference, type: 'java.lang.Class' };
      }
    }
    return this.readName(name);
  }

  #unary(operator: string, operand: Expression): Code {
    const { semantics } = this;
    if (operator === '!') {
      const isTrue = this.condition(operand);
      return { run: (frame) => !isTrue(frame), type: 'java.lang.Boolean', isPrimitive: true };
    }
    const { run, type, isPrimitive } = this.expression(operand);
    return { run: (frame) => semantics.unary(operator, run(frame)), type, isPrimitive };
  }

  #binary(operator: string, left: Expression, right: Expression): Code {
    const { semantics } = this;
    if (operator === '&&' || operator === '||') {
      const [one, two] = [this.condition(left), this.condition(right)];
      return {
        run: operator === '&&' ? (frame) => one(frame) && two(frame) : (frame) => one(frame) || two(frame),
        type: 'java.lang.Boolean',
        isPrimitive: true,
      };
    }
    const [one, two] = [this.expression(left), this.expression(right)];
    const [first, second] = [one.run, two.run];
    this.checkOperator(operator, one, two);
    const isComparison = comparisons.has(operator);
    return {
      run: (frame) => semantics.binary(operator, first(frame), second(frame), frame.run),
      type: isComparison ? 'java.lang.Boolean' : this.resultType(operator, one.type, two.type),
      isPrimitive: isComparison || (one.isPrimitive && two.isPrimitive),
    };
  }

  /** Rejects operators whose result depends on more than the values. */
  protected checkOperator(_operator: string, _left: Code, _right: Code): void {}

  /** Class of an operator's result, where known. */
  protected resultType(
    operator: string,
    left: string | undefined,
    right: string | undefined,
  ): string | undefined {
    if (
      operator === '+' &&
      (left === 'java.lang.String' || (right === 'java.lang.String' && left !== undefined))
    ) {
      return 'java.lang.String';
    }
    return left === right && left === 'java.lang.Integer' && operator !== '/' && operator !== '**'
      ? left
      : undefined;
  }

  #choice(condition: (frame: Frame) => boolean, yes: Code, no: Code): Code {
    return {
      run: (frame) => (condition(frame) ? yes.run(frame) : no.run(frame)),
      type: yes.type === no.type ? yes.type : undefined,
      isPrimitive: yes.isPrimitive && no.isPrimitive,
    };
  }

  #assign({ operator, target, value }: Extract<Expression, { kind: 'assign' }>): Code {
    if (operator === '?=') {
      throw new UnsupportedScript('the operator ?=');
    }
    const { semantics } = this;
    const code = this.expression(value);
    const binary = operator.slice(0, -1);
    const next: Next =
      operator === '='
        ? (frame) => code.run(frame)
        : (frame, before) => semantics.compound(binary, before, code.run(frame), frame.run);
    return {
      run: this.#write(target, operator !== '=', next),
      type: operator === '=' ? code.type : undefined,
    };
  }

  /** Compiles a write of the result of `next`; the expression has the new value. */
  #write(target: Expression, isRead: boolean, next: Next): Run {
    const { semantics } = this;
    switch (target.kind) {
      case 'name': {
        const read = isRead ? this.readName(target.name).run : undefined;
        return this.writeName(target.name)((frame) => next(frame, read ? read(frame) : null));
      }
      case 'property': {
        if (target.isSpread) {
          throw new UnsupportedScript('an assignment to *.');
        }
        const owner = this.expression(target.target);
        const { name, isSafe } = target;
        this.checkProperty(owner.type, name);
        return (frame) => {
          const object = owner.run(frame);
          if (isSafe && object === null) {
            return null;
          }
          const value = next(frame, isRead ? semantics.readProperty(object, name, frame.run) : null);
          semantics.writeProperty(object, name, value, frame.run);
          return value;
        };
      }
      case 'index': {
        const owner = this.expression(target.target).run;
        const index = this.expression(target.index).run;
        return (frame) => {
          const [object, key] = [owner(frame), index(frame)];
          const value = next(frame, isRead ? semantics.readIndex(object, key, frame.run) : null);
          semantics.writeIndex(object, key, value, frame.run);
          return value;
        };
      }
    }
    throw new UnsupportedScript('an assignment to anything but a variable, property or item');
  }

  #step({ operator, isPrefix, target }: Extract<Expression, { kind: 'step' }>): Code {
    const { semantics } = this;
    const sign = operator === '++' ? '+' : '-';
    let old: Value = null;
    const run = this.#write(target, true, (frame, before) => {
      old = before;
      return semantics.step(sign, before, frame.run);
    });
    return {
      run: isPrefix
        ? run
        : (frame) => {
            run(frame);
            return old;
          },
      type: undefined,
    };
  }

  protected checkProperty(_type: string | undefined, _name: string): void {}

  #property(node: Extract<Expression, { kind: 'property' }>): Code {
    const { semantics } = this;
    const { target, name, isSafe, isSpread } = node;
    const qualified = this.#qualifiedClass(node);
    if (qualified) {
      return qualified;
    }
    const owner = this.expression(target);
    const className = owner.type === 'java.lang.Class' ? this.#classOf(target) : undefined;
    if (className !== undefined) {
      return this.#staticField(className, name);
    }
    this.checkProperty(owner.type, name);
    const { run } = owner;
    if (isSpread) {
      return {
        run: (frame) => this.spread(run(frame), (item) => semantics.readProperty(item, name, frame.run)),
        type: 'java.util.ArrayList',
      };
    }
    const type = this.propertyType(owner.type, name);
    return {
      run: isSafe
        ? (frame) => {
            const object = run(frame);
            return object === null ? null : semantics.readProperty(object, name, frame.run);
          }
        : (frame) => semantics.readProperty(run(frame), name, frame.run),
      type,
    };
  }

  protected propertyType(_type: string | undefined, _name: string): string | undefined {
    return undefined;
  }

  protected spread(_items: Value, _apply: (item: Value) => Value): Value {
    throw new UnsupportedScript('*.');
  }

  /** `java.util.UUID` written with its package. */
  #qualifiedClass(node: Expression): Code | undefined {
    const path = this.#path(node);
    if (path === undefined || this.isVariable(path.split('.')[0] ?? '')) {
      return undefined;
    }
    const className = this.classNamed(path);
    if (className !== undefined) {
      const reference = new ClassReference(className);
      return { run: () => reference, type: 'java.lang.Class' };
    }
    if (/^(?:java|javax|org|com|net|groovy)\.[a-z]/.test(path) && !this.#isInClass(path)) {
      if (/\.[A-Z]\w*$/.test(path)) {
        throw new UnsupportedScript(path);
      }
      // A package: a longer path names a class.
      return { run: () => null, type: undefined };
    }
    return undefined;
  }

  /** Whether the path continues after the name of a class. */
  #isInClass(path: string): boolean {
    const parts = path.split('.');
    return parts.some((_, count) => this.classNamed(parts.slice(0, count).join('.')) !== undefined);
  }

  #path(node: Expression): string | undefined {
    if (node.kind === 'name') {
      return node.name;
    }
    if (node.kind !== 'property' || node.isSafe || node.isSpread) {
      return undefined;
    }
    const before = this.#path(node.target);
    return before === undefined ? undefined : `${before}.${node.name}`;
  }

  #classOf(node: Expression): string | undefined {
    const path = this.#path(node);
    return path === undefined || this.isVariable(path) ? undefined : this.classNamed(path);
  }

  #staticField(className: string, name: string): Code {
    const found = this.semantics.classes.find(className);
    if (name === 'class') {
      const reference = new ClassReference(className);
      return { run: () => reference, type: undefined };
    }
    const inner = this.semantics.classes.find(`${className}$${name}`);
    if (inner) {
      const reference = new ClassReference(inner.name);
      return { run: () => reference, type: 'java.lang.Class' };
    }
    if (found?.statics.has(getterName(name))) {
      return this.#staticCall(className, getterName(name), []);
    }
    if (!found || !Object.hasOwn(found.fields, name)) {
      throw new UnsupportedScript(`${simpleName(className)}.${name}`);
    }
    const value = found.fields[name] as Value;
    return { run: () => value, type: classNameOf(value), isPrimitive: isPrimitiveValue(value) };
  }

  #index(target: Expression, index: Expression): Code {
    const { semantics } = this;
    const [owner, key] = [this.expression(target).run, this.expression(index).run];
    return { run: (frame) => semantics.readIndex(owner(frame), key(frame), frame.run), type: undefined };
  }

  #call(node: Extract<Expression, { kind: 'call' }>): Code {
    const { semantics } = this;
    const { target, name, isSafe, isSpread } = node;
    const args = node.args.map((arg) => this.expression(arg));
    if (!target) {
      return this.callName(name, args);
    }
    const owner = this.expression(target);
    const className = owner.type === 'java.lang.Class' ? this.#classOf(target) : undefined;
    if (className !== undefined) {
      this.#checkLiterals(className, name, node.args);
      return this.#staticCall(className, name, args);
    }
    this.checkMethod(isSpread ? undefined : owner.type, name, args.length);
    const values = argumentsOf(args);
    const { run } = owner;
    if (isSpread) {
      return {
        run: (frame) => {
          const given = values(frame);
          return this.spread(run(frame), (item) => semantics.call(item, name, given, frame.run));
        },
        type: 'java.util.ArrayList',
      };
    }
    return {
      run: isSafe
        ? (frame) => {
            const object = run(frame);
            return object === null ? null : semantics.call(object, name, values(frame), frame.run);
          }
        : (frame) => semantics.call(run(frame), name, values(frame), frame.run),
      type: this.returnType(owner.type, name, args.length),
      isPrimitive: this.#givesPrimitive(owner.type, name, args.length),
    };
  }

  #givesPrimitive(type: string | undefined, name: string, count: number): boolean {
    const overloads =
      type === undefined
        ? []
        : this.semantics.classes.methods(tableName(type), name).filter((each) => acceptsCount(each, count));
    return overloads.length > 0 && overloads.every((each) => primitives.has(each.returns));
  }

  /** Rejects methods that no class of the tables has, or that the class of the value lacks. */
  protected checkMethod(type: string | undefined, name: string, count: number): void {
    const { classes } = this.semantics;
    const isKnown =
      type === undefined ? classes.isMethodName(name) : classes.hasMethod(tableName(type), name, count);
    if (!isKnown) {
      throw new UnsupportedScript(
        `${type === undefined ? '' : simpleName(type)}.${name}(${count > 0 ? '…' : ''})`,
      );
    }
  }

  protected returnType(type: string | undefined, name: string, count: number): string | undefined {
    const { classes } = this.semantics;
    if (type === undefined) {
      return undefined;
    }
    const types = new Set(
      classes
        .methods(tableName(type), name)
        .filter((each) => acceptsCount(each, count))
        .map((each) => (each.returns === 'self' ? type : each.returns)),
    );
    return types.size === 1 ? this.staticType([...types][0] ?? '') : undefined;
  }

  /** The class of a return type, unless it is Object or an interface, whose values have other classes. */
  protected staticType(returns: string): string | undefined {
    if (returns.endsWith('[]')) {
      return returns;
    }
    const found =
      returns === 'Object' || returns === 'void' ? undefined : this.semantics.classes.ofType(returns);
    return found?.name;
  }

  #staticCall(className: string, name: string, args: readonly Code[]): Code {
    const { classes } = this.semantics;
    const found = classes.find(className);
    const overloads = found?.statics.get(name)?.filter((each) => acceptsCount(each, args.length)) ?? [];
    if (overloads.length === 0) {
      throw new UnsupportedScript(`${simpleName(className)}.${name}(${args.length > 0 ? '…' : ''})`);
    }
    const { semantics } = this;
    const values = argumentsOf(args);
    const reference = new ClassReference(className);
    const types = new Set(overloads.map((each) => each.returns));
    return {
      run: (frame) => semantics.call(reference, name, values(frame), frame.run),
      type: types.size === 1 ? this.staticType([...types][0] ?? '') : undefined,
      isPrimitive: overloads.every((each) => primitives.has(each.returns)),
    };
  }

  #checkLiterals(className: string, name: string, args: readonly Expression[]): void {
    const check = this.semantics.classes.find(className)?.checks.get(name);
    check?.(args.map((arg) => (arg.kind === 'literal' ? arg.value : undefined)));
  }

  #new(type: TypeName, args: readonly Expression[]): Code {
    const { semantics } = this;
    const className = this.typeNamed(type);
    const constructors = semantics.classes.find(className)?.constructors ?? [];
    if (!constructors.some((each) => acceptsCount(each, args.length))) {
      throw new UnsupportedScript(`new ${type.name}(${args.length > 0 ? '…' : ''})`);
    }
    this.#checkLiterals(className, 'new', args);
    const values = argumentsOf(args.map((arg) => this.expression(arg)));
    return {
      run: (frame) => semantics.construct(className, values(frame), frame.run),
      type: className,
    };
  }

  #array({ type, sizes, items }: Extract<Expression, { kind: 'array' }>): Code {
    const name = this.typeNamed(type);
    const component = name.slice(0, -2);
    if (component === 'byte') {
      throw new UnsupportedScript('new byte[…]');
    }
    const { semantics } = this;
    if (items) {
      const values = argumentsOf(items.map((item) => this.expression(item)));
      const itemType = this.typeNamed({ ...type, dimensions: 0 });
      return {
        run: (frame) =>
          new JavaArray(
            component,
            values(frame).map((value) => semantics.cast(itemType, value)),
          ),
        type: name,
      };
    }
    const [size] = sizes.map((each) => this.expression(each).run);
    if (!size) {
      throw new UnsupportedScript(`new ${type.name}[]`);
    }
    const empty = emptyValue(component);
    return {
      run: (frame) => {
        const count = semantics.cast('int', size(frame)) as number;
        return new JavaArray(component, new Array<Value>(count).fill(empty));
      },
      type: name,
    };
  }

  #cast(type: TypeName, value: Expression): Code {
    const { semantics } = this;
    const name = this.typeNamed(type);
    if (name === 'java.lang.Object') {
      throw new UnsupportedScript('(Object) …');
    }
    const { run } = this.expression(value);
    return {
      run: (frame) => semantics.cast(name, run(frame)),
      type: this.staticTypeOf(name),
      isPrimitive: primitives.has(name),
    };
  }

  /** Class in the tables of a value of a declared type. */
  protected staticTypeOf(name: string): string | undefined {
    return name === 'java.lang.Object' ? undefined : this.staticType(name);
  }

  #instanceOf({ value, type, isNegated }: Extract<Expression, { kind: 'instanceof' }>): Code {
    const { semantics } = this;
    const name = this.typeNamed(type);
    const code = this.expression(value);
    this.checkInstance(name, code);
    return {
      run: (frame) => semantics.isInstance(name, code.run(frame)) !== isNegated,
      type: 'java.lang.Boolean',
      isPrimitive: true,
    };
  }

  /** Rejects tests whose result depends on more than the value. */
  protected checkInstance(_type: string, _value: Code): void {}
}

const isPrimitiveValue = (value: Value): boolean =>
  value === null ||
  /^(?:number|bigint|boolean)$/.test(typeof value) ||
  value instanceof JavaDouble ||
  value instanceof JavaChar;

const getterName = (name: string) => `get${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export function tableName(className: string): string {
  if (!className.endsWith('[]') || className === 'byte[]') {
    return className;
  }
  return primitives.has(className.slice(0, -2)) ? 'primitive array' : 'array';
}

function emptyValue(component: string): Value {
  switch (component) {
    case 'int':
      return 0;
    case 'long':
      return 0n;
    case 'double':
      return new JavaDouble(0);
    case 'boolean':
      return false;
  }
  return null;
}

/** Evaluates arguments; common counts without a loop. */
export function argumentsOf(args: readonly Code[]): (frame: Frame) => Value[] {
  const [first, second] = args.map((arg) => arg.run);
  if (!first) {
    return () => [];
  }
  if (args.length === 1) {
    return (frame) => [first(frame)];
  }
  if (args.length === 2 && second) {
    return (frame) => [first(frame), second(frame)];
  }
  return (frame) => args.map((arg) => arg.run(frame));
}
