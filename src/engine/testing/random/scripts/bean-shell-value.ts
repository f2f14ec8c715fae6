import {
  expressions,
  ofLocals,
  pickedFrom,
  type ScriptScope,
  type ScriptType,
  type Ways,
} from './script-scope.ts';

/** Types of values that expressions of BeanShell have; lists and maps are made by statements. */
export type BeanShellType = Extract<ScriptType, 'int' | 'number' | 'text' | 'boolean'>;

export const beanShellTypes: readonly BeanShellType[] = ['int', 'number', 'text', 'boolean'];

/** A BeanShell expression whose value has a type, or that throws. */
export function beanShellValue(scope: ScriptScope, type: BeanShellType, depth: number): string {
  const { chance } = scope.making;
  if (depth <= 0) {
    return chance.weigh(...plainWays(scope, type), ...ofLocals(scope, type));
  }
  const value = (each: BeanShellType) => beanShellValue(scope, each, depth - 1);
  return chance.weigh(
    ...plainWays(scope, type),
    ...ofLocals(scope, type),
    [1, () => `(${value('boolean')} ? ${value(type)} : ${value(type)})`],
    ...ways(scope, type, value).map(([weight, make]) => [weight * 2, make] as const),
  );
}

/** Expressions without inner ones. `${…}` of a variable of the plan is replaced before the script is read. */
function plainWays(scope: ScriptScope, type: BeanShellType): Ways {
  const { chance } = scope.making;
  const picked = (...from: string[]) => pickedFrom(scope, ...from);
  switch (type) {
    case 'int':
      return picked(
        '0',
        '1',
        '2',
        '7',
        '10',
        '-3',
        '${n1}',
        '${n2}',
        'Integer.parseInt(vars.get("n3"))',
        '0x1F',
      );
    case 'number':
      return picked('5', '2L', '1.5', '0.1', '3.0', '1e3', '-7.25', '2147483647', '100L', '${n3}');
    case 'text':
      return [
        ...picked(
          '"one"',
          '"Two"',
          '""',
          '"7"',
          '"a,b"',
          '"x-1"',
          '"ü"',
          '"it\'s"',
          '"q\\"q"',
          '" pad "',
          '"t\\tb"',
        ),
        ...picked('"${word}"', '"${n1}"', '"${green}"', '"${blank}"', '"${unset}"', '"true"'),
        [1, () => `vars.get("${chance.pick(['word', 'n1', 'item_1', 'blank', 'green'])}")`],
        [1, () => `("" + vars.get("${chance.pick(['a', 'b', 'c', 'd'])}"))`],
        [
          0.5,
          () =>
            chance.pick([
              'props.getProperty("given")',
              'props.getProperty("none", "dflt")',
              'Label',
              'Parameters',
            ]),
        ],
        ...(scope.sample === undefined ? [] : sampleTexts(scope, scope.sample)),
        ...(scope.hasSampler ? ([[0.5, () => 'sampler.getName()']] satisfies Ways) : []),
      ];
    case 'boolean':
      return picked('true', 'false', '${no}', 'vars.get("no").equals("false")');
  }
}

const sampleTexts = ({ making: { chance } }: ScriptScope, sample: string): Ways => [
  [1, () => `${sample}.${chance.pick(['getResponseCode()', 'getResponseMessage()', 'getSampleLabel()'])}`],
];

function ways(scope: ScriptScope, type: BeanShellType, value: (type: BeanShellType) => string): Ways {
  const { chance } = scope.making;
  const pick = (...from: string[]) => chance.pick(from);
  switch (type) {
    case 'int':
      return [
        [4, () => `(${value('int')} ${pick('+', '-', '*', '%', '/', '&', '|', '^')} ${value('int')})`],
        [0.5, () => `(${value('int')} ${pick('<<', '>>', '>>>')} ${pick('1', '3', '31')})`],
        [
          2,
          () =>
            `${value('text')}.${pick('length()', 'indexOf("o")', 'lastIndexOf("a")', 'compareTo("m")', 'hashCode()')}`,
        ],
        [1, () => `(int) ${value('number')}`],
        [1, () => `Math.${pick('max', 'min')}(${value('int')}, ${value('int')})`],
        [1, () => `Math.abs(${value('int')})`],
        [0.5, () => `Integer.parseInt(${value('text')})`],
        [0.5, () => `new Random(${pick('1', '42L')}).nextInt(${pick('10', '1000')})`],
        [0.5, () => `${value('text')}.split(${pick('","', '"o"', '" "')}).length`],
        [0.3, () => `-${value('int')}`],
        [0.3, () => `~${value('int')}`],
      ];
    case 'number':
      return [
        [3, () => `(${value('number')} ${pick('+', '-', '*', '/', '%')} ${value('number')})`],
        [1, () => value('int')],
        [0.7, () => `(${pick('double', 'long')}) ${value('number')}`],
        [0.7, () => `Math.${pick('floor', 'ceil', 'round')}(${value('number')})`],
        [0.5, () => `Double.parseDouble(${value('text')})`],
        [0.5, () => `Long.parseLong(${value('text')})`],
        [0.3, () => `-${value('number')}`],
      ];
    case 'text':
      return [
        [4, () => `(${value('text')} + ${value(chance.pick(beanShellTypes))})`],
        [1, () => `(${value(chance.pick(beanShellTypes))} + ${value('text')})`],
        [
          3,
          () =>
            `${value('text')}.${pick('toUpperCase()', 'toLowerCase()', 'trim()', 'toString()', 'concat("z")', 'substring(1)', 'substring(0, 2)')}`,
        ],
        [1, () => `${value('text')}.replace(${value('text')}, ${value('text')})`],
        [
          1,
          () =>
            `${value('text')}.${pick('replaceAll', 'replaceFirst')}("${chance.pick(expressions).replaceAll('\\', '\\\\')}", "${pick('#', '<$0>', '')}")`,
        ],
        [1, () => `String.valueOf(${value(chance.pick(['int', 'number', 'boolean']))})`],
        [0.7, () => `Integer.${pick('toString', 'toHexString', 'toBinaryString')}(${value('int')})`],
        [
          0.7,
          () =>
            `new StringBuilder(${value('text')}).append(${value(chance.pick(beanShellTypes))})${pick('', '.reverse()')}.toString()`,
        ],
        [0.5, () => `new String(${value('text')}.getBytes("UTF-8"), "UTF-8")`],
        [
          0.5,
          () =>
            `new java.text.SimpleDateFormat("${pick('yyyy-MM-dd HH:mm:ss', 'dd MMM yyyy', 'HH:mm')}").format(new Date(${pick('0L', '1700000000000L')}))`,
        ],
        [0.4, () => `java.util.Base64.getEncoder().encodeToString(${value('text')}.getBytes())`],
        [0.4, () => `java.net.URLEncoder.encode(${value('text')}, "UTF-8")`],
        [0.3, () => 'UUID.fromString("0000002a-0000-0001-0000-00000000000f").toString()'],
        [0.4, () => `org.apache.commons.codec.digest.DigestUtils.md5Hex(${value('text')})`],
      ];
    case 'boolean':
      return [
        [2, () => `(${value('number')} ${pick('==', '!=', '<', '>', '<=', '>=')} ${value('number')})`],
        [1, () => `(${value('boolean')} ${pick('&&', '||', '==', '!=')} ${value('boolean')})`],
        [1, () => `!${value('boolean')}`],
        [
          2,
          () =>
            `${value('text')}.${pick('equals', 'equalsIgnoreCase', 'contains', 'startsWith', 'endsWith')}(${value('text')})`,
        ],
        [1, () => `${value('text')}.${pick('isEmpty()', 'matches("[a-z]+")')}`],
        [1, () => `(vars.get("${pick('a', 'word', 'unset')}") ${pick('==', '!=')} null)`],
        [0.5, () => `(${pick('undefinedName', 'vars')} ${pick('==', '!=')} void)`],
        [0.5, () => `Boolean.parseBoolean(${value('text')})`],
      ];
  }
}
