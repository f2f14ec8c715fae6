import { type Making, words } from './making.ts';
import { randomJavaScript } from './scripts/random-java-script.ts';
import { randomGroovyArgument } from './scripts/random-scripts.ts';

/** A random text: words, variables, functions, escapes, and texts that resemble them. */
export function randomText(making: Making, depth = 2, literal: (written: string) => string = same): string {
  const { chance } = making;
  return chance.list(1, 3, () => randomPart(making, depth, literal)).join(chance.pick(['', ' ', '-']));
}

const same = (written: string) => written;

function randomPart(making: Making, depth: number, literal: (written: string) => string): string {
  const { chance } = making;
  return chance.weigh(
    [
      4,
      () =>
        literal(
          chance.pick(['one', 'Two', 'x', '7', 'ü', 'a,b', '(c)', '"q"', "it's", '<t>', 'a;b', '$', '{}']),
        ),
    ],
    [4, () => randomVariable(making)],
    [
      1,
      () =>
        literal(
          chance.pick(['\\${a}', '\\\\${n1}', '\\d', '\\,', '$${n1}', '${', '${a', '}', '\\$1', '$1$']),
        ),
    ],
    [depth > 0 ? 3 : 0, () => randomCall(making, depth - 1)],
  );
}

function randomVariable({ chance, loops }: Making): string {
  return chance.weigh(
    [5, () => `\${${chance.pick(words)}}`],
    [2, () => `\${${chance.pick(['n1', 'n2', 'n3', 'word', 'blank', 'green', 'item_1', 'unset'])}}`],
    [1, () => `\${item_\${n${chance.between(1, 3)}}}`],
    [1, () => `\${${chance.pick(words)}_${chance.pick(['1', '2', 'matchNr', 'g0', 'g1', '1_g1', 'ALL'])}}`],
    [1, () => chance.pick(['${JMeterThread.last_sample_ok}', '${it}', '${count}', '${ a }'])],
    [loops.length, () => `\${__jm__${chance.pick(loops)}__idx}`],
  );
}

function randomCall(making: Making, depth: number): string {
  const { chance } = making;
  const mayShare = !making.isConcurrent;
  // Commas are escaped, because they would end an argument.
  const arg = () => randomText(making, depth, asArgument);
  const name = () => chance.pick(words);
  const into = () => chance.pick(['', '', `,${name()}`]);
  const number = () => chance.pick(['1', '2', '${n1}', '${n3}', '-4', '10']);
  return chance.weigh(
    [
      2,
      () =>
        `\${__V(${chance.pick([name(), 'item_${n1}', `${name()}_\${n1}`, 'unset'])}${chance.pick(['', ',none'])})}`,
    ],
    [2, () => `\${__intSum(${number()},${number()}${into()})}`],
    [1, () => `\${__longSum(${number()},${number()},${number()}${into()})}`],
    [2, () => `\${__counter(${mayShare ? chance.pick(['TRUE', 'FALSE', 'true']) : 'TRUE'}${into()})}`],
    [1, () => `\${__P(${chance.pick(['given', 'none', 'none,dflt', `none,${arg()}`])})}`],
    [mayShare ? 1 : 0, () => `\${__setProperty(kept,${arg()}${chance.pick(['', ',true'])})}`],
    [mayShare ? 1 : 0, () => '${__P(kept)}'],
    [1, () => `\${__changeCase(${arg()},${chance.pick(['UPPER', 'LOWER', 'CAPITALIZE'])}${into()})}`],
    [1, () => `\${__split(${arg()},${name()}${chance.pick(['', ',-', ', '])})}`],
    [1, () => `\${__eval(${arg()})}`],
    [1, () => `\${__evalVar(${name()})}`],
    [1, () => `\${__urlencode(${arg()})}`],
    [1, () => `\${__escapeHtml(${arg()})}`],
    [1, () => `\${__isVarDefined(${name()})}`],
    [1, () => `\${__digest(MD5,${arg()})}`],
    [
      making.hasUser ? 1 : 0,
      () => chance.pick(['${__threadNum}', '${__samplerName}', '${__threadGroupName()}', '${__Random(5,5)}']),
    ],
    [2, () => `\${__jexl3(${randomExpression(making)}${into()})}`],
    [1, () => `\${__javaScript(${randomExpression(making)}${into()})}`],
    [1, () => `\${__javaScript(${randomJavaScript(making, 'text', 2)}${into()})}`],
    [
      making.hasUser ? 1 : 0,
      () => `\${__groovy(${randomGroovyArgument(making, chance.pick(['text', 'int']))}${into()})}`,
    ],
    [
      1,
      () =>
        `\${__${chance.pick(['base64Encode', 'MD5', 'strLen', 'uppercase', 'lowercase'])}(${arg()}${into()})}`,
    ],
    [1, () => `\${__if(${arg()},${arg()},yes,no${into()})}`],
    [1, () => `\${__strReplace(${arg()},e,E${into()})}`],
    [
      1,
      () =>
        `\${__substring(abcdef,${chance.pick(['0', '1', '${n1}'])},${chance.pick(['3', '4', '${n3}'])}${into()})}`,
    ],
    [
      1,
      () => `\${__caseFormat(${arg()},${chance.pick(['UPPER_CAMEL_CASE', 'SNAKE_CASE', 'KEBAB_CASE', ''])})}`,
    ],
    [1, () => `\${__isDefined(${name()})}`],
    [
      1,
      () =>
        `\${__${chance.pick(['escapeXml', 'escapeHtml', 'unescapeHtml', 'urldecode', 'escapeOroRegexpChars', 'unescape'])}(${chance.pick(['a b', '&amp;', '<ü>', '${word}'])})}`,
    ],
    [1, () => `\${__char(${chance.pick(['65', '0x42', '65,${n1}0'])})}`],
    [
      making.hasUser ? 1 : 0,
      () =>
        `\${__BeanShell(${chance.pick(['${n1} + ${n2}', '"${word}".length()', 'vars.get("word")', 'vars.get("unset")', '"${word}" + "x"', 'vars.get("n1").equals("1")'])}${into()})}`,
    ],
    [making.isVague ? 0 : 1, () => regexCall(making, into())],
  );
}

function regexCall({ chance }: Making, into: string): string {
  return `\${__regexFunction(${chance.pick(['(\\\\w+)', 'token=(\\\\w+)', '"(\\\\w+)":', '(n)(o)'])},${chance.pick(['$1$', '<$0$>', '$1$$2$'])},${chance.pick(['1', '2', 'ALL', '9'])},${chance.pick(['', '-'])},${chance.pick(['dflt', ''])}${into})}`;
}

const asArgument = (written: string) =>
  /^(\$\{a?|\}|\{\})$/.test(written) ? 'x' : written.replaceAll(/(?<!\\),/g, '\\,').replaceAll(/[()]/g, '');

/** An expression that means the same in JEXL and JavaScript. Its variables are numbers. */
function randomExpression({ chance, loops }: Making): string {
  const value = () =>
    chance.weigh(
      [3, () => `\${n${chance.between(1, 3)}}`],
      [2, () => String(chance.between(0, 4))],
      [loops.length, () => `\${__jm__${chance.pick(loops)}__idx}`],
      [1, () => '${__counter(TRUE)}'],
    );
  return chance.weigh(
    [4, () => `${value()} ${chance.pick(['==', '!=', '<', '>=', '+', '*', '%'])} ${value()}`],
    [1, () => `"\${word}" == "${chance.pick(['abc', 'x'])}"`],
    [1, () => `${value()} == 1 || ${value()} < 2`],
    [1, () => `"\${word}" > ${value()}`],
  );
}

/** A condition of an If controller that is a variable or a function. */
export function randomCondition(making: Making): string {
  const { chance } = making;
  return chance.weigh(
    [2, () => 'true'],
    [1, () => chance.pick(['false', '', ' TRUE ', '${no}', '${a}', '${unset}', '${word}'])],
    [5, () => `\${__jexl3(${randomTest(making)})}`],
    [2, () => `\${__groovy(${randomGroovyArgument(making, 'boolean')})}`],
    [1, () => `\${__javaScript(${randomJavaScript(making, 'boolean', 1)})}`],
    [1, () => '${JMeterThread.last_sample_ok}'],
  );
}

/** An expression that is true or false, in JEXL and in JavaScript. */
export function randomTest({ chance, loops }: Making): string {
  return chance.weigh(
    [2, () => `\${n${chance.between(1, 3)}} ${chance.pick(['==', '<', '!='])} ${chance.between(1, 3)}`],
    [2, () => `\${__counter(TRUE)} % ${chance.between(2, 3)} == ${chance.between(0, 1)}`],
    [
      2 * loops.length,
      () => `\${__jm__${chance.pick(loops)}__idx} ${chance.pick(['==', '<', '>='])} ${chance.between(0, 2)}`,
    ],
  );
}

/** A text for names and values that needs no escapes in a URL. */
export const randomPlainText = ({ chance, loops }: Making): string =>
  chance.pick([
    'x',
    'a/b',
    '${n1}',
    '${word}',
    'v${n2}-${word}',
    '${__counter(TRUE)}',
    '${__threadNum}',
    '${item_${n1}}',
    ...loops.map((name) => `\${__jm__${name}__idx}`),
  ]);
