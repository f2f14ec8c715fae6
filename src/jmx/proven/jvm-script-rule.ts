import { jmeterClasses } from '../../languages/jvm/library/jmeter-classes.ts';
import { type Dialect, readScript, type Token } from '../../languages/jvm/syntax/script-tokens.ts';
import { BrokenScript, UnsupportedScript } from '../../languages/jvm/values.ts';

/**
 * Checks scripts that run in the JVM beside the engine, with JMeter's own classes. Java's and Groovy's classes are the
 * real ones there. Of JMeter, scripts may use only the objects that behave the same there as in Apache JMeter.
 */

/** JMeter objects that a script may use in the JVM; `any`: a Java value. */
type Reached = 'variables' | 'properties' | 'sample' | 'context' | 'sampler' | 'thread' | 'group' | 'any';

/** Predefined variables with JMeter objects. The others have Java values, which scripts may also pass on. */
const givenToAll: Readonly<Record<string, Reached>> = {
  vars: 'variables',
  props: 'properties',
  prev: 'sample',
  SampleResult: 'sample',
  ctx: 'context',
  sampler: 'sampler',
};

const given: Readonly<Record<Dialect, Readonly<Record<string, Reached>>>> = {
  groovy: givenToAll,
  'bean-shell': { ...givenToAll, Response: 'sample' },
  javascript: givenToAll,
};

const classNames: Readonly<Record<Exclude<Reached, 'any'>, string>> = {
  variables: 'org.apache.jmeter.threads.JMeterVariables',
  properties: 'java.util.Properties',
  sample: 'org.apache.jmeter.samplers.SampleResult',
  context: 'org.apache.jmeter.threads.JMeterContext',
  sampler: 'org.apache.jmeter.samplers.Sampler',
  thread: 'org.apache.jmeter.threads.JMeterThread',
  group: 'org.apache.jmeter.threads.AbstractThreadGroup',
};

/** Results of methods that return JMeter objects. */
const results: Readonly<Record<string, Reached>> = {
  getVariables: 'variables',
  getProperties: 'properties',
  getPreviousResult: 'sample',
  getCurrentSampler: 'sampler',
  getThread: 'thread',
  getThreadGroup: 'group',
};

/** Members besides those of the tables. Of samplers, the JVM knows only the name. */
const shownInJvm: Readonly<Record<string, readonly string[]>> = {
  sample: ['TEXT', 'BINARY'],
  sampler: ['getName'],
};

/** Methods whose result the JVM does not get: known only after the sample, or not transferred. */
const unknownInJvm = new Set(['getFirstAssertionFailureMessage', 'getSubResults', 'getURL']);

/** The proven methods of each object, also by their Groovy property names, with their results. */
const members = new Map<Reached, ReadonlyMap<string, Reached>>(
  Object.entries(classNames).map(([reached, name]) => {
    const methods = jmeterClasses.find((each) => each.name === name)?.methods.keys() ?? [];
    const own = [...methods].filter((method) => !unknownInJvm.has(method));
    const more = reached === 'properties' ? ['putIfAbsent'] : (shownInJvm[reached] ?? []);
    return [
      reached as Reached,
      new Map(
        [...own, ...more].flatMap((method) =>
          namesOf(method).map((each) => [each, results[method] ?? 'any']),
        ),
      ),
    ];
  }),
);

function namesOf(method: string): string[] {
  const property = /^(?:get|set|is)([A-Z])(.*)$/.exec(method);
  return property ? [method, `${property[1]?.toLowerCase()}${property[2]}`] : [method];
}

/** JMeter classes that scripts may name, with the static members that they may use. */
const knownClasses: Readonly<Record<string, readonly string[]>> = {
  'org.apache.jmeter.threads.JMeterVariables': [],
  'org.apache.jmeter.threads.JMeterContext': [],
  'org.apache.jmeter.samplers.SampleResult': ['TEXT', 'BINARY'],
  'org.apache.jmeter.services.FileServer': ['getFileServer'],
  'org.apache.jmeter.util.JMeterUtils': ['getProperty', 'getPropDefault', 'setProperty'],
  'org.apache.jorphan.util.JMeterStopTestException': [],
  'org.apache.jorphan.util.JMeterStopTestNowException': [],
  'org.apache.jorphan.util.JMeterStopThreadException': [],
};
const utilities = new Set(knownClasses['org.apache.jmeter.util.JMeterUtils']);

/**
 * Rejected words: they reach JMeter's objects in other ways, or start other threads, whose later changes would not
 * return to the engine.
 */
const refusedByAll = [
  ...['binding', 'getBinding', 'setBinding', 'evaluate', 'Eval', 'GroovyShell', 'GroovyClassLoader'],
  ...[
    'invokeMethod',
    'metaClass',
    'getMetaClass',
    'ExpandoMetaClass',
    'getThisObject',
    'getOwner',
    'getDelegate',
    'forName',
    'loadClass',
    'Grab',
    'Grapes',
  ],
  ...['ThreadLocal', 'interrupt', 'Executors', 'ExecutorService', 'CompletableFuture', 'ForkJoinPool'],
  ...['Timer', 'TimerTask', 'GParsPool', 'parallel', 'parallelStream', 'startDaemon', 'JMeterContextService'],
  ...['setDefault', 'setOut', 'setErr', 'setProperties', 'clearProperty'],
];
const refused: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  groovy: new Set(refusedByAll),
  'bean-shell': new Set([
    ...refusedByAll,
    ...['global', 'super', 'caller', 'callstack', 'namespace', 'interpreter', 'getNameSpace', 'setNameSpace'],
    ...['importObject', 'importCommands', 'Runnable', 'This'],
  ]),
  javascript: new Set([
    ...refusedByAll,
    ...['eval', 'Function', 'constructor', 'Java', 'JavaAdapter', 'Runnable', '__parent__', '__proto__'],
  ]),
};
/** Words that are the script itself in Groovy, and thereby its predefined variables. */
const scopeWords = new Set(['this', 'owner', 'delegate', 'thisObject']);
const threadMembers = new Set(['sleep', 'currentThread']);
/** Rejected without a receiver: they are then members of the script itself or of its language. */
const ownOfScript: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  groovy: new Set(['getProperty', 'setProperty', 'run']),
  'bean-shell': new Set([
    ...[
      'eval',
      'source',
      'sourceRelative',
      'run',
      'bg',
      'load',
      'extend',
      'bind',
      'object',
      'clear',
      'unset',
    ],
    ...['server', 'desktop', 'save'],
  ]),
  javascript: new Set([
    ...['bsf', 'context', 'engine', 'globalThis', 'arguments'],
    ...['load', 'loadWithNewGlobal', 'spawn', 'sync', 'quit', 'exit'],
  ]),
};

/** Something in a script that is not proven in the JVM; undefined if everything is proven. */
export function jvmScriptProblem(script: string, dialect: Dialect = 'groovy'): string | undefined {
  try {
    return new ScriptCheck(dialect).problemIn(readScript(script, dialect));
  } catch (error) {
    if (error instanceof BrokenScript) {
      // JMeter fails to compile it too, so it reaches no objects.
      return undefined;
    }
    if (error instanceof UnsupportedScript) {
      return error.message;
    }
    throw error;
  }
}

class ScriptCheck {
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  problemIn(tokens: readonly Token[]): string | undefined {
    for (const [at, token] of tokens.entries()) {
      const problem =
        token.kind === 'gstring' ? this.#ofText(tokens, at, token.values) : this.#ofToken(tokens, at, token);
      if (problem !== undefined) {
        return problem;
      }
    }
    return undefined;
  }

  #ofText(tokens: readonly Token[], at: number, values: readonly Token[][]): string | undefined {
    return isMember(tokens, at)
      ? 'a member whose name is a text'
      : values.map((value) => this.problemIn(value)).find((problem) => problem !== undefined);
  }

  #ofToken(tokens: readonly Token[], at: number, token: Token): string | undefined {
    if (token.kind === 'word') {
      return this.#ofWord(tokens, at, token.value);
    }
    if (this.#dialect === 'javascript' && isSign(token, '--') && isSign(tokens[at - 1], '!')) {
      return 'a comment of HTML';
    }
    return isMember(tokens, at) && token.kind === 'literal' ? 'a member whose name is a text' : undefined;
  }

  #ofWord(tokens: readonly Token[], at: number, name: string): string | undefined {
    // BeanShell commands are methods: without a call, the name is a variable.
    const isOwn =
      ownOfScript[this.#dialect].has(name) &&
      !isMember(tokens, at) &&
      (this.#dialect !== 'bean-shell' || isSign(tokens[at + 1], '('));
    if (refused[this.#dialect].has(name) || isOwn) {
      return name;
    }
    const problem = this.#ofScope(tokens, at, name);
    if (problem !== undefined) {
      return problem;
    }
    // Also after a dot: `this.ctx` is the same object.
    const known = given[this.#dialect];
    if (name === 'props' && isGivenToLibrary(tokens, at)) {
      return undefined;
    }
    if (Object.hasOwn(known, name) && !isSampleClass(tokens, at)) {
      return this.#ofChain(tokens, at + 1, known[name] ?? 'any', name);
    }
    if (name === 'getFileServer' && wordAt(tokens, at + 4) !== 'getBaseDir') {
      return `FileServer.${wordAt(tokens, at + 4)}`;
    }
    if (name === 'org' && (!isMember(tokens, at) || wordAt(tokens, at - 2) === 'Packages')) {
      return ofClass(tokens, at);
    }
    if (isMember(tokens, at) && !(name === 'Thread' && wordAt(tokens, at - 2) === 'lang')) {
      return undefined;
    }
    if (name === 'Thread') {
      return isSign(tokens[at + 1], '.') && threadMembers.has(wordAt(tokens, at + 2)) ? undefined : name;
    }
    if (name === 'JMeterUtils') {
      return utilities.has(wordAt(tokens, at + 2)) ? undefined : `JMeterUtils.${wordAt(tokens, at + 2)}`;
    }
    if (name === 'System' && wordAt(tokens, at + 2) === 'setProperty') {
      return 'System.setProperty';
    }
    return undefined;
  }

  /** Rejects objects through which scripts reach their predefined variables. */
  #ofScope(tokens: readonly Token[], at: number, name: string): string | undefined {
    if (this.#dialect === 'groovy' && scopeWords.has(name)) {
      const member = isSign(tokens[at + 1], '.', '?.') ? wordAt(tokens, at + 2) : undefined;
      // Other objects have members of the same names, which are rejected too.
      const isProven =
        member === undefined
          ? name !== 'this' && !isSign(tokens[at + 1], '[', '.&')
          : !ownOfScript.groovy.has(member);
      return isProven ? undefined : `${name} in a place where it is not proven`;
    }
    if (this.#dialect === 'javascript' && (name === 'this' || name === 'Packages')) {
      return isSign(tokens[at + 1], '.') ? undefined : `${name} in a place where it is not proven`;
    }
    if (this.#dialect === 'bean-shell' && name === 'bsh') {
      return wordAt(tokens, at + 2) === 'args' ? undefined : name;
    }
    if (this.#dialect === 'bean-shell' && name === 'this') {
      return `${name} in a place where it is not proven`;
    }
    return undefined;
  }

  /** Checks the members that follow an object; `at` is the token after it. */
  #ofChain(tokens: readonly Token[], at: number, reached: Reached, name: string): string | undefined {
    if (reached === 'any') {
      return undefined;
    }
    const next = tokens[at];
    if (isSign(next, '==', '!=', '===', '!==')) {
      return undefined;
    }
    if (isSign(next, '[')) {
      const isMap = this.#dialect === 'groovy' && (reached === 'variables' || reached === 'properties');
      return isMap ? undefined : `${name}[…]`;
    }
    if (!isSign(next, '.', '?.')) {
      return `${name} in a place where it is not proven`;
    }
    const member = wordAt(tokens, at + 1);
    const result = members.get(reached)?.get(member);
    if (result === undefined) {
      return `${name}.${member}`;
    }
    return this.#ofChain(tokens, behindCall(tokens, at + 2), result, `${name}.${member}`);
  }
}

/**
 * Whether a word is a constructor argument of an imported library class: not of Java, Groovy, BeanShell or `org`. The
 * properties object in the JVM records what the library changes.
 */
function isGivenToLibrary(tokens: readonly Token[], at: number): boolean {
  if (!isSign(tokens[at - 1], '(', ',') || !isSign(tokens[at + 1], ')', ',')) {
    return false;
  }
  let depth = 0;
  let start = at - 1;
  for (; start >= 0 && !(depth === 0 && isSign(tokens[start], '(')); start--) {
    depth += isSign(tokens[start], ')') ? 1 : isSign(tokens[start], '(') ? -1 : 0;
  }
  const name = wordAt(tokens, start - 1);
  return name !== '' && wordAt(tokens, start - 2) === 'new' && isImportedFromLibrary(tokens, name);
}

function isImportedFromLibrary(tokens: readonly Token[], name: string): boolean {
  return tokens.some((_, at) => {
    if (wordAt(tokens, at) !== 'import') {
      return false;
    }
    const parts = namesFrom(tokens, at + 1);
    return (
      parts.length > 1 &&
      parts.at(-1) === name &&
      !/^(?:java|javax|jdk|sun|groovy|bsh|org)$/.test(parts[0] ?? '')
    );
  });
}

/** Index after the arguments of a call; `at` if there are none. */
function behindCall(tokens: readonly Token[], at: number): number {
  if (!isSign(tokens[at], '(')) {
    return at;
  }
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    if (isSign(tokens[index], '(')) {
      depth += 1;
    } else if (isSign(tokens[index], ')')) {
      depth -= 1;
      if (depth === 0) {
        return index + 1;
      }
    }
  }
  return tokens.length;
}

/** Rejects unknown classes of JMeter. Classes of other projects are libraries, which are allowed. */
function ofClass(tokens: readonly Token[], at: number): string | undefined {
  const names = namesFrom(tokens, at);
  const name = names.join('.');
  const isOfJMeter = /^org\.apache(?:\.(?:jmeter|jorphan)\b|$)/.test(name);
  const isRenamed = wordAt(tokens, at + 2 * names.length - 1) === 'as' && wordAt(tokens, at - 1) === 'import';
  if (isOfJMeter && (isRenamed || wordAt(tokens, at - 1) === 'static')) {
    return `import ${isRenamed ? `${name} as …` : `static ${name}`}`;
  }
  return isOfJMeter && !isKnown(name) ? name : undefined;
}

/** The words of a dotted name. */
function namesFrom(tokens: readonly Token[], at: number): string[] {
  const parts = [wordAt(tokens, at)];
  for (let index = at + 1; isSign(tokens[index], '.') && wordAt(tokens, index + 1) !== ''; index += 2) {
    parts.push(wordAt(tokens, index + 1));
  }
  return parts;
}

/** Whether the word ends the full name of the class SampleResult, and is not the predefined variable. */
const isSampleClass = (tokens: readonly Token[], at: number) =>
  ['SampleResult', 'samplers', 'jmeter', 'apache', 'org'].every(
    (part, index) => wordAt(tokens, at - 2 * index) === part,
  );

/** A known class, or one of its static members. */
function isKnown(name: string): boolean {
  const at = name.lastIndexOf('.');
  const [owner, member] = [name.slice(0, at), name.slice(at + 1)];
  return (
    Object.hasOwn(knownClasses, name) ||
    (Object.hasOwn(knownClasses, owner) && knownClasses[owner]?.includes(member) === true)
  );
}

const isMember = (tokens: readonly Token[], at: number) =>
  isSign(tokens[at - 1], '.', '?.', '*.', '.&', '::');

const isSign = (token: Token | undefined, ...signs: string[]) =>
  token?.kind === 'sign' && signs.includes(token.value);

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' ? token.value : '';
}
