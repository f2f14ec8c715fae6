import { words } from '../making.ts';
import { type BeanShellType, beanShellTypes, beanShellValue } from './bean-shell-value.ts';
import { newName, type ScriptScope, withLocal } from './script-scope.ts';

/** Statements of BeanShell, and an expression that is the value of the script. */
export function beanShellScript(scope: ScriptScope, depth = 1): string {
  const { chance } = scope.making;
  const { lines, scope: after } = beanShellLines(scope, depth, 0, 3);
  const value = beanShellValue(after, chance.pick(beanShellTypes), 2);
  return [...lines, chance.is(0.6) ? `return ${value};` : `${value};`].join('\n');
}

export const beanShellStatements = (scope: ScriptScope, depth: number, most = 4): string =>
  beanShellLines(scope, depth, 1, most).lines.join(scope.making.chance.pick(['\n', ' ']));

function beanShellLines(
  scope: ScriptScope,
  depth: number,
  least: number,
  most: number,
): { lines: string[]; scope: ScriptScope } {
  const { chance } = scope.making;
  let after = scope;
  const lines = chance.list(least, most, () => {
    if (chance.is(0.35)) {
      const type = chance.pick(beanShellTypes);
      const name = newName(scope);
      const line = `${chance.pick([...declared[type], ''])} ${name} = ${beanShellValue(after, type, 2)};`;
      after = withLocal(after, { name, type: /^(?:long|double) /.test(line) ? 'number' : type });
      return line.trim();
    }
    return beanShellStatement(after, depth);
  });
  return { lines, scope: after };
}

const declared: Record<BeanShellType, readonly string[]> = {
  int: ['int', 'int', 'long', 'double'],
  number: [''],
  text: ['String', 'String', 'Object'],
  boolean: ['boolean'],
};

function beanShellStatement(scope: ScriptScope, depth: number): string {
  const { making } = scope;
  const { chance } = making;
  const value = (type: BeanShellType) => beanShellValue(scope, type, 2);
  const block = (inner = scope) => beanShellStatements(inner, depth - 1, 2);
  const deep = depth > 0 ? 1 : 0;
  return chance.weigh(
    [
      4,
      () =>
        `vars.put("${chance.pick(words)}", ${chance.is(0.5) ? value('text') : `"" + ${value(chance.pick(beanShellTypes))}`});`,
    ],
    [scope.locals.length > 0 ? 1.5 : 0, () => assignment(scope)],
    [0.5, () => `log.info(${value('text')});`],
    [making.isConcurrent ? 0 : 0.4, () => `props.put("kept", ${value('text')});`],
    [0.3, () => `vars.remove("${chance.pick(words)}");`],
    [deep * 1.5, () => `if (${value('boolean')}) {\n${block()}\n} else {\n${block()}\n}`],
    [
      deep,
      () => {
        const name = newName(scope);
        const body = block({ ...scope, locals: scope.locals.filter((each) => each.name !== name) });
        return `for (int ${name} = 0; ${name} < ${chance.between(1, 4)}; ${name}++) {\n${chance.is(0.3) ? `if (${value('boolean')}) ${chance.pick(['continue', 'break'])};\n` : ''}${body}\nvars.put("c", "" + ${name});\n}`;
      },
    ],
    [
      deep,
      () => {
        const name = newName(scope);
        return `for (String ${name} : ${value('text')}.split(",")) {\n${block(withLocal(scope, { name, type: 'text' }))}\n}`;
      },
    ],
    [deep, () => attempt(scope, depth)],
    [deep * 0.7, () => choice(scope, depth)],
    [deep * 0.7, () => collection(scope)],
    [deep * 0.4, () => array(scope)],
    [deep * 0.4, () => method(scope)],
    [0.1, () => `throw new ${chance.pick(['Exception', 'RuntimeException'])}(${value('text')});`],
    [0.1, () => 'return;'],
  );
}

function assignment(scope: ScriptScope): string {
  const { chance } = scope.making;
  const { name, type } = chance.pick(scope.locals);
  const value = beanShellValue(scope, type as BeanShellType, 2);
  switch (type) {
    case 'int':
      return chance.pick([`${name} = ${value};`, `${name} += ${value};`, `${name}++;`, `${name} *= 2;`]);
    case 'text':
      return chance.pick([`${name} = ${value};`, `${name} += ${value};`]);
    default:
      return `${name} = ${value};`;
  }
}

function attempt(scope: ScriptScope, depth: number): string {
  const { chance } = scope.making;
  const risky = chance.pick([
    beanShellStatements(scope, depth - 1, 2),
    `vars.put("a", "" + (${beanShellValue(scope, 'int', 1)} / 0));`,
    `vars.put("b", "" + Integer.parseInt(${beanShellValue(scope, 'text', 1)}));`,
    'vars.put("c", vars.get("unset").trim());',
    `vars.put("d", ${beanShellValue(scope, 'text', 1)}.substring(9));`,
    `throw new IllegalArgumentException(${beanShellValue(scope, 'text', 1)});`,
  ]);
  const caught = chance.pick([
    'Exception',
    'ArithmeticException',
    'NumberFormatException',
    'NullPointerException',
  ]);
  return `try {\n${risky}\n} catch (${caught} e) {\nvars.put("d", "caught");\n}${chance.is(0.3) ? ' finally {\nvars.put("c", "finally");\n}' : ''}`;
}

function choice(scope: ScriptScope, depth: number): string {
  const { chance } = scope.making;
  const type = chance.pick<BeanShellType>(['int', 'text']);
  const literals = type === 'int' ? ['0', '1', '2', '7'] : ['"one"', '"Two"', '""', '"abc"'];
  const cases = chance.list(
    1,
    3,
    () =>
      `case ${chance.pick(literals)}:\n${beanShellStatements(scope, depth - 1, 1)}${chance.is(0.7) ? '\nbreak;' : ''}`,
  );
  return `switch (${beanShellValue(scope, type, 1)}) {\n${cases.join('\n')}\ndefault:\n${beanShellStatements(scope, depth - 1, 1)}\n}`;
}

function collection(scope: ScriptScope): string {
  const { chance } = scope.making;
  const name = newName(scope);
  const value = (type: BeanShellType) => beanShellValue(scope, type, 1);
  return chance.weigh(
    [
      1,
      () =>
        `List ${name} = new ArrayList(); ${name}.add(${value('text')}); ${name}.add(${value('text')}); vars.put("a", ${name}.${chance.pick(['get(0)', 'toString()', 'get(1)'])} + ${name}.size());`,
    ],
    [
      1,
      () =>
        `Map ${name} = new HashMap(); ${name}.put(${value('text')}, ${value('text')}); ${name}.put("k", "v"); vars.put("b", "" + ${name}.get("k") + ${name}.containsKey(${value('text')}) + ${name});`,
    ],
  );
}

function array(scope: ScriptScope): string {
  const { chance } = scope.making;
  const name = newName(scope);
  return `int[] ${name} = ${chance.pick(['new int[3]', '{ 1, 2, 3 }', 'new int[] { 4, 5 }'])}; ${name}[0] = ${beanShellValue(scope, 'int', 1)}; vars.put("d", "" + (${name}[0] + ${name}[1]) + ${name}.length);`;
}

function method(scope: ScriptScope): string {
  const { chance } = scope.making;
  const name = newName(scope);
  const own: ScriptScope = { ...scope, locals: [] };
  const inner = withLocal(own, { name: 'p', type: 'int' }, { name: 'q', type: 'text' });
  const body = beanShellValue(inner, chance.pick(beanShellTypes), 2);
  return `${name}(int p, String q) { return ${body}; } vars.put("${chance.pick(words)}", "" + ${name}(${beanShellValue(own, 'int', 1)}, ${beanShellValue(own, 'text', 1)}));`;
}
