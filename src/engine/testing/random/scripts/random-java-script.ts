import type { Making } from '../making.ts';
import type { Ways } from './script-scope.ts';

type JavaScriptType = 'number' | 'text' | 'boolean';

/** An argument of `__javaScript`, with escaped commas: values without objects, compared and added as Rhino does. */
export function randomJavaScript(making: Making, type: JavaScriptType, depth: number): string {
  const { chance } = making;
  const inner = (each: JavaScriptType) => randomJavaScript(making, each, depth - 1);
  const any = () => inner(chance.pick(['number', 'text', 'boolean']));
  const compound: Ways = depth <= 0 ? [] : compoundWays(making, type, inner, any);
  return chance.weigh([2, () => chance.pick(plain[type])], ...compound);
}

const plain: Record<JavaScriptType, readonly string[]> = {
  number: ['0', '1', '2.5', '-3', '${n1}', '${n2}', '1e3', '0x10', '0.1'],
  text: ['"one"', "'Two'", '""', '"7"', '"${word}"', '"${blank}"', '" pad "', '"12px"', '"ü"'],
  boolean: ['true', 'false', '${no}'],
};

function compoundWays(
  { chance }: Making,
  type: JavaScriptType,
  inner: (type: JavaScriptType) => string,
  any: () => string,
): Ways {
  const pick = (...from: string[]) => chance.pick(from);
  switch (type) {
    case 'number':
      return [
        [3, () => `(${inner('number')} ${pick('+', '-', '*', '/', '%')} ${inner('number')})`],
        [1, () => `(${inner('text')} ${pick('-', '*')} ${inner('number')})`],
        [1, () => `${inner('text')}.${pick('length', 'indexOf("o")', 'lastIndexOf("e")')}`],
        [1, () => `Math.${pick('floor', 'ceil', 'round', 'abs')}(${inner('number')})`],
        [1, () => `Math.${pick('max', 'min')}(${inner('number')}\\,${inner('number')})`],
        [1, () => `${pick('parseInt', 'parseFloat', 'Number')}(${inner('text')})`],
      ];
    case 'text':
      return [
        [3, () => `(${inner('text')} + ${any()})`],
        [1, () => `String(${any()})`],
        [
          2,
          () =>
            `${inner('text')}.${pick('toUpperCase()', 'toLowerCase()', 'trim()', 'substring(1)', 'substring(0\\,2)', 'substr(-2)', 'charAt(1)', 'concat("z")')}`,
        ],
        [1, () => `(${inner('boolean')} ? ${inner('text')} : ${inner('text')})`],
        [1, () => `(${inner('text')} ${pick('&&', '||')} ${inner('text')})`],
      ];
    case 'boolean':
      return [
        [2, () => `(${any()} ${pick('==', '!=', '===', '!==')} ${any()})`],
        [2, () => `(${inner('number')} ${pick('<', '>', '<=', '>=')} ${inner('number')})`],
        [1, () => `(${inner('text')} ${pick('<', '>')} ${any()})`],
        [1, () => `!${any()}`],
        [1, () => `isNaN(${any()})`],
        [
          1,
          () =>
            `${inner('text')}.${pick('startsWith', 'endsWith', 'includes', 'equals', 'equalsIgnoreCase')}(${inner('text')})`,
        ],
      ];
  }
}
