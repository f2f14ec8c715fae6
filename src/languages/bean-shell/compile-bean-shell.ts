import { ClassTable, javaClasses } from '../jvm/class-table.ts';
import { argumentsOf, primitives } from '../jvm/compile-expressions.ts';
import { StatementCompiler } from '../jvm/compile-statements.ts';
import type { JavaClass } from '../jvm/java-class.ts';
import {
  type Code,
  type Completion,
  type Execute,
  Frame,
  type Run,
  type ScriptRun,
} from '../jvm/script-run.ts';
import { parseScript } from '../jvm/syntax/parse-script.ts';
import type { Expression, MethodDefinition, Script, Statement, TypeName } from '../jvm/syntax/script-tree.ts';
import { assignedNames } from '../jvm/tree-facts.ts';
import { ScriptException, Throwable, UnsupportedScript, type Value } from '../jvm/values.ts';
import { addNote, evalError, isEvalError, prependNote, roughError, throwNoted } from './bean-shell-errors.ts';
import { BeanShellSemantics, methodsOfPrimitives } from './bean-shell-semantics.ts';

/** A compiled script: returns its value, undefined for void. */
export type CompiledBeanShell = (run: ScriptRun) => Value;

/** BeanShell does not support varargs. */
const withoutVariadics = (each: JavaClass): JavaClass => ({
  ...each,
  statics: new Map(
    [...each.statics]
      .map(([name, all]) => [name, all.filter(({ isVariadic }) => !isVariadic)] as const)
      .filter(([, all]) => all.length > 0),
  ),
});

const semantics = new BeanShellSemantics(new ClassTable(javaClasses.map(withoutVariadics)));
const packages = ['java.lang', 'java.util', 'java.io', 'java.net'];

/** Declared types of top-level variables, kept as long as the values of their interpreter. */
const typesOf = new WeakMap<Map<string, Value>, Map<string, string>>();

/**
 * Compiles a BeanShell script. Variables outside of blocks are in the binding of the run, which an interpreter keeps
 * between runs. Throws UnsupportedScript for syntax outside of the subset.
 */
export function compileBeanShell(
  source: string,
  given: Readonly<Record<string, string | undefined>>,
): CompiledBeanShell {
  return new BeanShellCompiler(parseScript(source, 'bean-shell'), given).compile();
}

interface Local {
  slot: number;
  cast: string | undefined;
  type: string | undefined;
  /** Assigned without a type: local to this block unless an enclosing scope has the name. Void until assigned. */
  isOptional: boolean;
}

/** Local variables of one method call; undefined outside of methods. */
type Locals = Map<string, Value>;

interface Method {
  count: number;
  call(args: readonly Value[], run: ScriptRun): Value;
}

const maxDepth = 200;

class BeanShellCompiler extends StatementCompiler {
  readonly #script: Script;
  readonly #given: Readonly<Record<string, string | undefined>>;
  readonly #assigned: ReadonlySet<string>;
  readonly #methods = new Map<string, Method[]>();
  /** Typed variables of blocks, innermost last. */
  #blocks: Map<string, Local>[] = [];
  #size = 0;
  #isInMethod = false;
  #depth = 0;

  constructor(script: Script, given: Readonly<Record<string, string | undefined>>) {
    super(semantics, packages);
    this.#script = script;
    this.#given = given;
    this.#assigned = assignedNames(script);
  }

  compile(): CompiledBeanShell {
    for (const each of this.#script.imports) {
      this.import(each);
    }
    for (const method of this.#script.methods) {
      this.#declareMethod(method);
    }
    for (const [index, method] of this.#script.methods.entries()) {
      this.#bodies[index]?.(this.#compileMethod(method));
    }
    this.#size = 0;
    const execute = this.statements(this.#script.body, true);
    const size = this.#size;
    return (run) => {
      const completion = execute(new Frame(run, undefined, size));
      return completion === 'return' ? run.returned : undefined;
    };
  }

  readonly #bodies: ((call: Method['call']) => void)[] = [];

  #declareMethod(definition: MethodDefinition): void {
    const method: Method = {
      count: definition.parameters.length,
      call: () => roughError('a method without a body'),
    };
    if (this.#methods.get(definition.name)?.some(({ count }) => count === method.count)) {
      throw new UnsupportedScript(`several methods ${definition.name} with as many parameters`);
    }
    this.#bodies.push((call) => {
      method.call = call;
    });
    this.#methods.set(definition.name, [...(this.#methods.get(definition.name) ?? []), method]);
  }

  #compileMethod({ parameters, body, returns }: MethodDefinition): Method['call'] {
    this.#isInMethod = true;
    this.#size = 1;
    const types = parameters.map(({ type }) => (type ? this.typeNamed(type) : undefined));
    const execute = this.statements(body, true);
    const size = this.#size;
    this.#isInMethod = false;
    const isVoid = returns?.name === 'void';
    const type = returns === undefined || isVoid ? undefined : this.typeNamed(returns);
    return (args, run) => {
      run.tick();
      if (this.#depth >= maxDepth) {
        throw new UnsupportedScript('a deep recursion');
      }
      const locals: Locals = new Map();
      for (const [index, { name }] of parameters.entries()) {
        const cast = types[index];
        locals.set(name, cast === undefined ? args[index] : semantics.assign(cast, args[index]));
      }
      const frame = new Frame(run, undefined, size);
      localsOf.set(frame, locals);
      this.#depth += 1;
      try {
        const value = execute(frame) === 'return' ? run.returned : undefined;
        return isVoid ? undefined : type === undefined ? value : semantics.assign(type, value);
      } finally {
        this.#depth -= 1;
      }
    };
  }

  /** Only expressions and blocks have the value of their last statement. */
  override statement(node: Statement, isLast: boolean): Execute {
    switch (node.kind) {
      case 'block':
        return this.#scoped(() => super.statement(node, isLast));
      case 'for':
      case 'for-each':
        return this.#scoped(() => super.statement(node, false));
      case 'try':
        return this.#scoped(() => this.#try(node));
      case 'throw':
        return this.#throw(node.value);
    }
    return super.statement(node, isLast && node.kind === 'expression');
  }

  /**
   * Errors of BeanShell itself and exceptions thrown in `catch` skip `finally`. A `return` in `try` or `catch` is
   * lost when there is a `finally`.
   */
  #try({ body, catches, end }: Extract<Statement, { kind: 'try' }>): Execute {
    const execute = this.statement({ kind: 'block', body }, false);
    const handlers = catches.map((each) => {
      const types = each.types.map((type) => this.typeNamed(type));
      const set = this.declareGiven(each.name, undefined);
      return { types, set, run: this.statement({ kind: 'block', body: each.body }, false) };
    });
    const last = end && this.statement({ kind: 'block', body: end }, false);
    return (frame) => {
      let completion: Completion = 'normal';
      let open: unknown;
      try {
        completion = execute(frame);
      } catch (error) {
        if (!(error instanceof ScriptException) || isEvalError(error)) {
          throw error;
        }
        const { throwable } = error;
        const handler = handlers.find(
          ({ types }) => types.length === 0 || types.some((type) => semantics.isInstance(type, throwable)),
        );
        open = handler ? undefined : error;
        if (handler) {
          handler.set(frame, throwable);
          completion = handler.run(frame);
        }
      }
      if (last) {
        completion = last(frame);
      }
      if (open !== undefined) {
        throw open;
      }
      return completion;
    };
  }

  #throw(value: Expression): Execute {
    const { run } = this.expression(value);
    return (frame) => {
      const thrown = run(frame);
      return thrown instanceof Throwable
        ? throwNoted(thrown, 'TargetError')
        : evalError("Expression in 'throw' must be Exception type");
    };
  }

  /** A block with its own scope. */
  #scoped(compile: () => Execute): Execute {
    const block = new Map<string, Local>();
    this.#blocks.push(block);
    const execute = compile();
    this.#blocks.pop();
    const slots = [...block.values()].filter((each) => each.isOptional).map((each) => each.slot);
    if (slots.length === 0) {
      return execute;
    }
    return (frame) => {
      for (const slot of slots) {
        frame.slots[slot] = undefined;
      }
      return execute(frame);
    };
  }

  /** The bodies of branches and loops have a scope only if they are blocks. */
  protected override block<T>(compile: () => T): T {
    return compile();
  }

  protected override pass(_body: Statement, compile: () => Execute): Execute {
    return compile();
  }

  protected override isVariable(name: string): boolean {
    return (
      this.#blocks.some((block) => block.has(name)) ||
      Object.hasOwn(this.#given, name) ||
      this.#assigned.has(name) ||
      this.#declared.has(name)
    );
  }

  /** Names declared outside of blocks. */
  readonly #declared = new Set<string>();
  /** Types of variables declared outside of blocks and methods. */
  readonly #topTypes = new Map<string, string>();

  protected override declare(name: string, type: TypeName | undefined, value: Expression | undefined): Run {
    if (type === undefined) {
      throw new UnsupportedScript(`a variable ${name} without a type`);
    }
    const cast = this.typeNamed(type);
    const code = value && this.expression(value);
    const target = code?.isPrimitive ? (unboxed[cast] ?? cast) : cast;
    const write = this.#declareTyped(name, cast);
    return (frame) => {
      try {
        write(frame, code ? semantics.cast(target, initial(code.run(frame))) : emptyOf(cast));
      } catch (error) {
        prependNote(error, 'Typed variable declaration');
        throw error;
      }
      return undefined;
    };
  }

  #declareTyped(name: string, cast: string): (frame: Frame, value: Value) => void {
    const block = this.#blocks.at(-1);
    if (block) {
      const slot = this.#size++;
      block.set(name, { slot, cast, type: this.staticTypeOf(cast), isOptional: false });
      return (frame, value) => {
        frame.slots[slot] = value;
      };
    }
    if (!this.#isInMethod) {
      this.#topTypes.set(name, cast);
    }
    this.#declared.add(name);
    if (this.#isInMethod) {
      return (frame, value) => {
        localsOf.get(frame)?.set(name, value);
      };
    }
    return ({ run: { binding } }, value) => {
      const types = typesOf.get(binding) ?? new Map<string, string>();
      typesOf.set(binding, types);
      const before = types.get(name);
      if (before !== undefined && before !== cast) {
        roughError(`Typed variable: ${name} was previously declared with type: ${before}`);
      }
      types.set(name, cast);
      binding.set(name, value);
    };
  }

  protected override declareGiven(
    name: string,
    type: TypeName | undefined,
  ): (frame: Frame, value: Value) => void {
    const cast = type ? this.typeNamed(type) : undefined;
    if (cast === undefined || this.#blocks.length === 0) {
      const slot = this.#size++;
      this.#blocks.at(-1)?.set(name, { slot, cast: undefined, type: undefined, isOptional: false });
      return (frame, value) => {
        frame.slots[slot] = value;
      };
    }
    const write = this.#declareTyped(name, cast);
    return (frame, value) => write(frame, semantics.assign(cast, value));
  }

  protected override declareSeveral(): Execute {
    throw new UnsupportedScript('several variables in parentheses');
  }

  /** Variables of enclosing blocks that the name may refer to, innermost first, up to the first declared one. */
  #candidates(name: string): Local[] {
    const found = this.#blocks.flatMap((block) => block.get(name) ?? []).reverse();
    const declared = found.findIndex((each) => !each.isOptional);
    return declared < 0 ? found : found.slice(0, declared + 1);
  }

  protected override readName(name: string): Code {
    const candidates = this.#candidates(name);
    const [first] = candidates;
    if (first && !first.isOptional) {
      const { slot } = first;
      return {
        run: (frame) => frame.slots[slot],
        type: first.type,
        isPrimitive: primitives.has(first.cast ?? ''),
      };
    }
    const outer = this.#readOuter(name);
    if (!first) {
      return outer;
    }
    const slots = candidates.map((each) => each.slot);
    return {
      run: (frame) => {
        const slot = slots.find((each) => frame.slots[each] !== undefined);
        return slot === undefined ? outer.run(frame) : frame.slots[slot];
      },
      type: undefined,
    };
  }

  #readOuter(name: string): Code {
    if (name === 'void') {
      return { run: () => undefined, type: undefined, isPrimitive: true };
    }
    if (/^(?:this|super|global|bsh)$/.test(name) || (/^\p{Lu}/u.test(name) && !this.isVariable(name))) {
      throw new UnsupportedScript(name);
    }
    const isSure = Object.hasOwn(this.#given, name) && !this.#assigned.has(name) && !this.#declared.has(name);
    const type = isSure ? this.#given[name] : undefined;
    if (!this.#isInMethod) {
      const isPrimitive = primitives.has(this.#topTypes.get(name) ?? '');
      return { run: (frame) => frame.run.binding.get(name), type, isPrimitive };
    }
    return {
      run: (frame) => {
        const locals = localsOf.get(frame);
        return locals?.has(name) ? locals.get(name) : frame.run.binding.get(name);
      },
      type,
    };
  }

  protected override writeName(name: string): (value: Run) => Run {
    const block = this.#blocks.at(-1);
    if (block && !this.#candidates(name).some((each) => !each.isOptional) && !block.has(name)) {
      block.set(name, { slot: this.#size++, cast: undefined, type: undefined, isOptional: true });
    }
    const candidates = this.#candidates(name);
    const isInMethod = this.#isInMethod;
    return (value) => (frame) => {
      const given = checked(value(frame));
      const known = candidates.find((each) => !each.isOptional || frame.slots[each.slot] !== undefined);
      if (known) {
        const result = known.cast === undefined ? given : semantics.assign(known.cast, given);
        frame.slots[known.slot] = result;
        return result;
      }
      const { binding } = frame.run;
      const locals = isInMethod ? localsOf.get(frame) : undefined;
      const [inner] = candidates;
      if (locals?.has(name)) {
        locals.set(name, given);
      } else if (!binding.has(name) && inner) {
        frame.slots[inner.slot] = given;
      } else if (!binding.has(name) && locals) {
        locals.set(name, given);
      } else {
        const cast = typesOf.get(binding)?.get(name);
        const result = cast === undefined ? given : semantics.assign(cast, given);
        binding.set(name, result);
        return result;
      }
      return given;
    };
  }

  protected override callName(name: string, args: readonly Code[]): Code {
    const values = argumentsOf(args);
    const method = this.#methods.get(name)?.find(({ count }) => count === args.length);
    if (method) {
      return { run: (frame) => method.call(values(frame), frame.run), type: undefined };
    }
    if (name === 'print' && args.length === 1) {
      return {
        run: (frame) => {
          values(frame);
          return undefined;
        },
        type: undefined,
      };
    }
    throw new UnsupportedScript(`${name}(${args.length > 0 ? '…' : ''})`);
  }

  protected override checkProperty(type: string | undefined, name: string): void {
    if (name !== 'length' || (type !== undefined && !type.endsWith('[]'))) {
      throw new UnsupportedScript(`.${name}`);
    }
  }

  /** Objects are compared by identity, which is unknown here. */
  protected override checkOperator(operator: string, left: Code, right: Code): void {
    const isSure = (code: Code) => code.isPrimitive || code.type === 'java.lang.Boolean';
    if ((operator === '==' || operator === '!=') && !isSure(left) && !isSure(right)) {
      throw new UnsupportedScript(`${operator} of values that may be two objects`);
    }
  }

  /** A primitive value is not an instance of any class. */
  protected override checkInstance(type: string, { isPrimitive }: Code): void {
    if (isPrimitive || maybePrimitive.test(type)) {
      throw new UnsupportedScript('instanceof of a value that may be primitive');
    }
  }

  protected override checkMethod(type: string | undefined, name: string, count: number): void {
    super.checkMethod(type, name, count);
    if (type !== undefined && maybePrimitive.test(type) && !methodsOfPrimitives.test(name)) {
      throw new UnsupportedScript(`.${name}(…) of a value that may be primitive`);
    }
  }

  /** Adds BeanShell's message to exceptions of methods and constructors. */
  override expression(node: Expression): Code {
    const code = super.expression(node);
    const message =
      node.kind === 'call' && node.target
        ? `Method Invocation ${pathOf(node.target)}${node.name}`
        : node.kind === 'new'
          ? 'Object constructor'
          : undefined;
    return message === undefined ? code : { ...code, run: noted(code.run, message) };
  }

  protected override resultType(
    operator: string,
    left: string | undefined,
    right: string | undefined,
  ): string | undefined {
    return operator === '+' && (left === 'java.lang.String' || right === 'java.lang.String')
      ? 'java.lang.String'
      : undefined;
  }

  /** `bsh.args` holds the element's parameters. */
  protected override special(node: Expression): Code | undefined {
    if (
      node.kind === 'property' &&
      node.name === 'args' &&
      node.target.kind === 'name' &&
      node.target.name === 'bsh'
    ) {
      return { run: (frame) => frame.run.given('bsh.args'), type: 'String[]' };
    }
    const isOther =
      node.kind === 'gstring' ||
      node.kind === 'list' ||
      node.kind === 'map' ||
      node.kind === 'range' ||
      node.kind === 'closure';
    if (isOther) {
      throw new UnsupportedScript(node.kind);
    }
    return undefined;
  }
}

const localsOf = new WeakMap<Frame, Locals>();

/** Wrapper class → primitive type. */
const unboxed: Readonly<Record<string, string>> = {
  'java.lang.Integer': 'int',
  'java.lang.Long': 'long',
  'java.lang.Double': 'double',
};

/** Classes whose values may be primitive. */
const maybePrimitive =
  /^java\.(?:lang\.(?:Object|Number|Integer|Long|Double|Boolean|Character|Comparable)|io\.Serializable)$/;

function noted(run: Run, message: string): Run {
  return (frame) => {
    try {
      return run(frame);
    } catch (error) {
      addNote(error, message);
      throw error;
    }
  };
}

/** BeanShell's prefix of a method name in messages: the leading names of the expression. */
function pathOf(node: Expression): string {
  if (node.kind === 'name') {
    return `${node.name}.`;
  }
  const before = node.kind === 'property' ? pathOf(node.target) : '';
  return node.kind === 'property' && before !== '' ? `${before}${node.name}.` : '';
}

function initial(value: Value): Value {
  return value === undefined ? evalError('Void initializer.') : value;
}

function checked(value: Value): Value {
  if (value === undefined) {
    evalError('Void assignment.');
  }
  return value;
}

function emptyOf(type: string): Value {
  switch (type) {
    case 'int':
      return 0;
    case 'long':
      return 0n;
    case 'double':
      return semantics.cast('double', 0);
    case 'boolean':
      return false;
  }
  return null;
}
