import { words } from '../making.ts';
import { groovyValue } from './groovy-value.ts';
import {
  newName,
  type ScriptScope,
  type ScriptType,
  scriptTypes,
  withLocal,
  writeEmbedded,
} from './script-scope.ts';

/** Statements of Groovy without endless loops. */
export function groovyStatements(scope: ScriptScope, depth: number, most = 4): string {
  return groovyLines(scope, depth, most).lines.join(scope.making.chance.pick(['\n', '; ', '\n\n  ']));
}

/** Statements, and an expression that is the value of the script. */
export function groovyScript(scope: ScriptScope, type: ScriptType, depth = 2): string {
  const { chance } = scope.making;
  const { lines, scope: after } = groovyLines(scope, depth, 3, 0);
  const value = groovyValue(after, type, depth + 1);
  return [
    ...(chance.is(0.1) ? method(scope) : []),
    ...lines,
    chance.is(0.4) ? `return ${value}` : value,
  ].join('\n');
}

function groovyLines(
  scope: ScriptScope,
  depth: number,
  most: number,
  least = 1,
): { lines: string[]; scope: ScriptScope } {
  const { chance } = scope.making;
  let after = scope;
  const lines = chance.list(least, most, () => {
    if (chance.is(0.35)) {
      const declared = declaration(after);
      after = declared.scope;
      return declared.line;
    }
    return groovyStatement(after, depth);
  });
  return { lines, scope: after };
}

const javaTypes: Partial<Record<ScriptType, readonly string[]>> = {
  int: ['int', 'Integer', 'long', 'Number', 'double'],
  text: ['String', 'Object'],
  boolean: ['boolean', 'Boolean'],
  ints: ['List', 'Object', 'Collection'],
  texts: ['List<String>', 'List'],
  map: ['Map', 'Map<String, Object>'],
};

function declaration(scope: ScriptScope): { line: string; scope: ScriptScope } {
  const { chance } = scope.making;
  const type = chance.pick(scriptTypes);
  const name = newName(scope);
  const value = groovyValue(scope, type, 2);
  const kind = chance.pick(['def', 'def', 'def', ...(javaTypes[type] ?? ['def']), '']);
  const known: ScriptType = type === 'int' && /long|Number|double/.test(kind) ? 'number' : type;
  return { line: `${kind} ${name} = ${value}`.trim(), scope: withLocal(scope, { name, type: known }) };
}

function groovyStatement(scope: ScriptScope, depth: number): string {
  const { making } = scope;
  const { chance } = making;
  const value = (type: ScriptType) => groovyValue(scope, type, 2);
  const block = (inner = scope) => groovyStatements(inner, depth - 1, 2);
  const deep = depth > 0 ? 1 : 0;
  return chance.weigh(
    [4, () => putVariable(scope)],
    [scope.locals.length > 0 ? 1.5 : 0, () => assignment(scope)],
    [0.5, () => `log.info(${value('text')})`],
    [0.3, () => `log.warn("{} {}", ${value('int')}, ${value('text')})`],
    [making.isConcurrent ? 0 : 0.5, () => `props.put('kept', ${value('text')}.toString())`],
    [0.3, () => `vars.remove('${chance.pick(words)}')`],
    [deep * 1.5, () => `if (${value(chance.pick(scriptTypes))}) {\n${block()}\n} else {\n${block()}\n}`],
    [deep, () => `if (${value('boolean')}) {\n${block()}\n}`],
    [deep, () => eachOf(scope, depth)],
    [
      deep * 0.7,
      () => {
        const name = newName(scope);
        const inner = withLocal(scope, { name, type: 'int' });
        return `for (int ${name} = 0; ${name} < ${chance.between(1, 4)}; ${name}++) {\n${chance.is(0.3) ? `if (${groovyValue(inner, 'boolean', 1)}) ${chance.pick(['continue', 'break'])}\n` : ''}${block(fixed(inner, name))}\n}`;
      },
    ],
    [
      deep * 0.5,
      () => {
        const name = newName(scope);
        return `int ${name} = 0\nwhile (${name}++ < ${chance.between(1, 3)}) {\n${block(fixed(withLocal(scope, { name, type: 'int' }), name))}\n}`;
      },
    ],
    [deep, () => attempt(scope, depth)],
    [deep * 0.7, () => choice(scope, depth)],
    [deep * 0.4, () => closure(scope)],
    [
      0.15,
      () =>
        `throw new ${chance.pick(['Exception', 'IllegalStateException', 'RuntimeException'])}(${value('text')}.toString())`,
    ],
    [0.15, () => 'return'],
  );
}

/** The scope without a loop counter, so that the body does not assign it. */
const fixed = (scope: ScriptScope, name: string): ScriptScope => ({
  ...scope,
  locals: scope.locals.filter((each) => each.name !== name),
});

function putVariable(scope: ScriptScope): string {
  const { chance } = scope.making;
  const name = chance.pick(words);
  const type = chance.pick(scriptTypes);
  const value = groovyValue(scope, type, 3);
  return chance.weigh(
    [3, () => `vars.put('${name}', ${type === 'text' ? value : `(${value}).toString()`})`],
    [
      2,
      () =>
        `vars.put('${name}', "${chance.pick(['', 'a '])}\${${writeEmbedded(() => groovyValue(scope, type, 3))}}")`,
    ],
    [1, () => `vars.put("${name}", String.valueOf(${value} as Object))`],
    [0.1, () => `vars['${name}'] = ${value} as String`],
    [0.1, () => `vars.put('${name}', ${value})`],
  );
}

function assignment(scope: ScriptScope): string {
  const { chance } = scope.making;
  const { name, type } = chance.pick(scope.locals);
  const value = groovyValue(scope, type, 2);
  switch (type) {
    case 'int':
    case 'number':
      return chance.pick([
        `${name} = ${value}`,
        `${name} += ${value}`,
        `${name} *= 2`,
        `${name}++`,
        `--${name}`,
      ]);
    case 'text':
      return chance.pick([`${name} = ${value}`, `${name} += ${value}`, `${name}++`]);
    case 'ints':
    case 'texts':
      return chance.pick([`${name} = ${value}`, `${name} += ${value}`, `${name} = ${name} + ${value}`]);
    case 'map':
      return chance.pick([
        `${name} = ${value}`,
        `${name}.put('k', ${chance.between(0, 9)})`,
        `${name}['m'] = 'n'`,
        `${name}.q = [1]`,
        `def k${name} = ${name}.keySet(); ${name}.z = 1; vars.put('k', k${name}.toString())`,
        `${name}.${chance.pick(['keySet()', 'values()'])}.removeAll([1, 'a'])`,
        `vars.put('v', ${name}.${chance.pick(['keySet()', 'values()', 'entrySet()'])}.toString())`,
      ]);
    case 'boolean':
      return `${name} = ${value}`;
  }
}

function eachOf(scope: ScriptScope, depth: number): string {
  const { chance } = scope.making;
  const name = newName(scope);
  const [over, type] = chance.pick<readonly [ScriptType, ScriptType]>([
    ['ints', 'int'],
    ['texts', 'text'],
  ]);
  const list = groovyValue(scope, over, 1);
  const inner = groovyStatements(withLocal(scope, { name, type }), depth - 1, 2);
  return chance.weigh(
    [2, () => `for (${name} in ${list}) {\n${inner}\n}`],
    [1, () => `for (${type === 'int' ? 'int' : 'String'} ${name} : ${list}) {\n${inner}\n}`],
    [2, () => `${list}.each { ${name} ->\n${inner}\n}`],
    [1, () => `${list}.eachWithIndex { ${name}, i ->\n${inner}\n}`],
    [0.7, () => `${chance.between(1, 3)}.times { vars.put('c', "\${it}") }`],
  );
}

function attempt(scope: ScriptScope, depth: number): string {
  const { chance } = scope.making;
  const risky = chance.pick([
    groovyStatements(scope, depth - 1, 2),
    `vars.put('a', (${groovyValue(scope, 'int', 2)} % 0).toString())`,
    `vars.put('b', ${groovyValue(scope, 'text', 1)}.toInteger().toString())`,
    "vars.put('c', vars.get('unset').trim())",
    `vars.put('d', ${groovyValue(scope, 'text', 1)}.substring(9))`,
    `throw new IllegalArgumentException(${groovyValue(scope, 'text', 1)}.toString())`,
    "vars.put('a', 'x' as Integer)",
    `vars.put('a', ([1, 2] as List).get(${chance.pick(['1', '5'])}).toString())`,
    "vars.put('b', new groovy.json.JsonSlurper().parseText('{\"a\":').toString())",
  ]);
  const caught = chance.pick([
    'Exception',
    'ArithmeticException',
    'NumberFormatException',
    'NullPointerException',
    'RuntimeException',
    'Throwable',
  ]);
  const shown = chance.pick([
    "vars.put('d', e.getClass().simpleName)",
    "vars.put('d', String.valueOf(e.message))",
    `vars.put('c', 'caught')`,
  ]);
  return `try {\n${risky}\n} catch (${caught} e) {\n${shown}\n}${chance.is(0.3) ? " finally {\nvars.put('c', 'finally')\n}" : ''}`;
}

function choice(scope: ScriptScope, depth: number): string {
  const { chance } = scope.making;
  const type = chance.pick<ScriptType>(['int', 'text', 'number']);
  const cases = chance.list(1, 3, () => {
    const tested = chance.weigh(
      [3, () => groovyValue(scope, type, 0)],
      [1, () => (type === 'text' ? '~/[a-z]+/' : '0..3')],
      [1, () => groovyValue(scope, chance.pick(['int', 'text', 'number', 'boolean']), 0)],
      [1, () => chance.pick(['String', 'Integer', 'BigDecimal'])],
      [1, () => groovyValue(scope, type === 'text' ? 'texts' : 'ints', 0)],
    );
    return `case ${tested}:\n${groovyStatements(scope, depth - 1, 1)}${chance.is(0.7) ? '\nbreak' : ''}`;
  });
  return `switch (${groovyValue(scope, type, 1)}) {\n${cases.join('\n')}\ndefault:\n${groovyStatements(scope, depth - 1, 1)}\n}`;
}

/** A closure in a variable, and a call of it. */
function closure(scope: ScriptScope): string {
  const { chance } = scope.making;
  const name = newName(scope);
  const call = `${name}(${groovyValue(scope, 'int', 1)}, ${groovyValue(scope, 'text', 1)})`;
  return `def ${name} = { p, q -> ${bodyOf(scope)} }\nvars.put('${chance.pick(words)}', String.valueOf(${call} as Object))`;
}

/** A method, and a call of it. */
function method(scope: ScriptScope): string[] {
  const { chance } = scope.making;
  const name = newName(scope);
  const own = { ...scope, locals: [] };
  const second = () => (chance.is(0.5) ? `, ${groovyValue(own, 'text', 1)}` : '');
  return [
    `def ${name}(${chance.pick(['int ', '', 'def '])}p, q = 'dflt') { ${chance.pick(['', 'return '])}${bodyOf(own)} }`,
    `vars.put('${chance.pick(words)}', "\${${writeEmbedded(() => `${name}(${groovyValue(own, 'int', 1)}${second()})`)}}")`,
  ];
}

const bodyOf = (scope: ScriptScope) =>
  groovyValue(
    withLocal(scope, { name: 'p', type: 'int' }, { name: 'q', type: 'text' }),
    scope.making.chance.pick(scriptTypes),
    2,
  );
