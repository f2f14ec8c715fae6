import {
  datePatterns,
  expressions,
  newName,
  ofLocals,
  pickedFrom,
  type ScriptScope,
  type ScriptType,
  type Ways,
  withLocal,
  writeEmbedded,
} from './script-scope.ts';

/** A Groovy expression whose value has a type, or that throws. */
export function groovyValue(scope: ScriptScope, type: ScriptType, depth: number): string {
  const { chance } = scope.making;
  if (depth <= 0) {
    return chance.weigh(...plainWays(scope, type), ...ofLocals(scope, type));
  }
  const parts = partsOf(scope, depth);
  const chosen = (): string => `(${parts.boolean()} ? ${parts.of(type)} : ${parts.of(type)})`;
  return chance.weigh(
    ...plainWays(scope, type),
    ...ofLocals(scope, type),
    [0.7, chosen],
    ...ways[type](parts).map(([weight, make]) => [weight * 2, make] as const),
  );
}

interface Parts {
  scope: ScriptScope;
  of(type: ScriptType): string;
  /** A value of any type, or null. */
  any(): string;
  /** Same as `any`, for use in a `${…}`. */
  embedded(): string;
  int(): string;
  number(): string;
  text(): string;
  boolean(): string;
  ints(): string;
  texts(): string;
  map(): string;
  pick(from: readonly string[]): string;
  /** A closure with a parameter of type `takes` and a result of type `gives`. */
  closure(takes: ScriptType, gives: ScriptType): string;
}

function partsOf(scope: ScriptScope, depth: number): Parts {
  const { chance } = scope.making;
  const of = (type: ScriptType) => groovyValue(scope, type, depth - 1);
  const any = () =>
    chance.is(0.1) ? 'null' : of(chance.pick(['int', 'number', 'text', 'boolean', 'ints', 'map']));
  return {
    scope,
    of,
    any,
    embedded: () => writeEmbedded(any),
    int: () => of('int'),
    number: () => of('number'),
    text: () => of('text'),
    boolean: () => of('boolean'),
    ints: () => of('ints'),
    texts: () => of('texts'),
    map: () => of('map'),
    pick: (from) => chance.pick(from),
    closure(takes, gives) {
      const name = chance.is(0.6) ? 'it' : newName(scope);
      const inner = groovyValue(withLocal(scope, { name, type: takes }), gives, depth - 1);
      return name === 'it' ? `{ ${inner} }` : `{ ${name} -> ${inner} }`;
    },
  };
}

/** Expressions without inner ones. `${…}` of a variable of the plan is replaced before the script is compiled. */
function plainWays(scope: ScriptScope, type: ScriptType): Ways {
  const { chance } = scope.making;
  const picked = (...from: string[]) => pickedFrom(scope, ...from);
  switch (type) {
    case 'int':
      return picked(
        '0',
        '1',
        '2',
        '3',
        '7',
        '-1',
        '10',
        '${n1}',
        '${n2}',
        "vars.get('n3').toInteger()",
        '0x1F',
        '1_000',
      );
    case 'number':
      return picked(
        '5',
        '2L',
        '1.5',
        '0.1',
        '2.50',
        '3.0d',
        '1e3',
        '-7',
        '100G',
        '2147483647',
        '${n3}',
        '0.0',
      );
    case 'text':
      return [
        ...picked(
          "'one'",
          '"Two"',
          "''",
          "'7'",
          "'a,b'",
          "'x-1'",
          "'ü'",
          "'it\\'s'",
          '"q\\"q"',
          "'12.50'",
          "' pad '",
        ),
        ...picked(
          "'true'",
          '/a\\d/',
          "'''long'''",
          "'t\\tb'",
          '"${word}"',
          "'${n1}'",
          "'${green}'",
          '"\\$5"',
          "'${blank}'",
          "'${unset}'",
        ),
        [2, () => `(vars.get('${chance.pick(['a', 'b', 'c', 'd'])}') ?: 'none')`],
        [1, () => `vars.get('${chance.pick(['word', 'n1', 'item_1', 'blank', 'green'])}')`],
        [0.3, () => `vars.get('${chance.pick(['a', 'unset'])}')`],
        [
          0.7,
          () =>
            chance.pick([
              "vars['word']",
              'vars.n1',
              "props.get('given')",
              "props.getProperty('none', 'dflt')",
            ]),
        ],
        ...(scope.sample === undefined ? [] : sampleTexts(scope, scope.sample)),
        ...(scope.hasSampler
          ? ([[0.3, () => chance.pick(['sampler.name', 'sampler.getName()'])]] satisfies Ways)
          : []),
        [
          0.3,
          () => chance.pick(['ctx.threadGroup.name', ...(scope.isArgument ? [] : ['Label', 'Parameters'])]),
        ],
      ];
    case 'boolean':
      return picked('true', 'false', '${no}', "vars.get('no').toBoolean()");
    case 'ints':
      return picked('[]', '[1]', '[3, 1, 2]', '[2, 2, 7]', '(1..3)', '[0, -4]', '(3..1).toList()');
    case 'texts':
      return picked('[]', "['a', 'b']", "['x', 'Yy', 'z']", "['', 'b', 'b']", "'${green}'.tokenize()");
    case 'map':
      return picked('[:]', "[a: 1, b: 'two']", "[id: 7, 'x y': null]", '[z: [1, 2], a: [b: true]]');
  }
}

const sampleTexts = ({ making: { chance } }: ScriptScope, sample: string): Ways => [
  [
    1,
    () => `${sample}.${chance.pick(['responseCode', 'getResponseCode()', 'responseMessage', 'sampleLabel'])}`,
  ],
  [
    1,
    () =>
      `${sample}.${chance.pick(['responseDataAsString', 'getResponseDataAsString()'])}.take(${chance.between(1, 9)})`,
  ],
];

const ways: Record<ScriptType, (parts: Parts) => Ways> = {
  int: ({ int, text, ints, texts, map, number, boolean, any, pick, closure }) => [
    [4, () => `(${int()} ${pick(['+', '-', '*', '%', '&', '|', '^'])} ${int()})`],
    [0.5, () => `(${int()} << ${pick(['1', '3', '31'])})`],
    [0.5, () => `(${int()} >>> 1)`],
    [1, () => `${int()}.intdiv(${int()})`],
    [
      1,
      () =>
        `${text()}.${pick(['length()', 'size()', "indexOf('o')", 'hashCode()', "count('a')", "compareTo('m')"])}`,
    ],
    [1, () => `${pick([ints(), texts(), map()])}.size()`],
    [1, () => `(${text()} <=> ${text()})`],
    [1, () => `(${number()} <=> ${number()})`],
    [1, () => `(${number()} as int)`],
    [1, () => `(int) ${number()}`],
    [0.5, () => `${number()}.${pick(['intValue()', 'toInteger()'])}`],
    [0.4, () => `${text()}.toInteger()`],
    [0.4, () => `Integer.parseInt(${text()})`],
    [0.4, () => `(${text()} as Integer)`],
    [0.3, () => `(${number()}.compareTo(${number()}))`],
    [1, () => `Math.${pick(['max', 'min'])}(${int()}, ${int()})`],
    [1, () => `Math.abs(${int()})`],
    [1, () => `(${ints()}.sum() ?: 0)`],
    [1, () => `${ints()}.inject(${int()}) { s, e -> s + e }`],
    [1, () => `${ints()}.count ${closure('int', 'boolean')}`],
    [0.5, () => `${texts()}.findIndexOf ${closure('text', 'boolean')}`],
    [0.5, () => `(${ints()}.${pick(['max()', 'min()', 'find { it > 1 }'])} ?: -1)`],
    [0.3, () => `${ints()}[${pick(['0', '-1', '1'])}]`],
    [0.5, () => `new Random(${pick(['1', '42', '7L'])}).nextInt(${pick(['10', '3', '1000'])})`],
    [
      0.5,
      () =>
        `java.time.LocalDate.of(2024, ${pick(['1', '2', '12'])}, 28).plusDays(${pick(['1', '3', '40'])}).dayOfMonth`,
    ],
    [0.5, () => `(${boolean()} ? 1 : 0)`],
    [0.4, () => `(${any()} instanceof ${pick(['String', 'Number', 'List', 'Integer'])} ? 1 : 2)`],
    [0.3, () => `-(${int()})`],
    [0.3, () => `~${int()}`],
  ],
  number: ({ int, number, ints, text, pick, closure }) => [
    [3, () => `(${number()} ${pick(['+', '-', '*', '/', '%'])} ${number()})`],
    [2, () => `(${int()} / ${int()})`],
    [1, () => int()],
    [0.7, () => `(${number()} ** ${pick(['2', '3', '0', '-1', '0.5d', '2 ** 2', '-1 ** 2'])})`],
    [0.4, () => `(-${pick(['2', '1.5', '3L', '2G'])} ** ${pick(['2', '3'])})`],
    [
      0.7,
      () =>
        `${number()}.${pick(['abs()', 'toBigDecimal()', 'toDouble()', 'toLong()', 'toBigInteger()', 'round()'])}`,
    ],
    [0.7, () => `(${number()} as ${pick(['double', 'long', 'BigDecimal', 'Long', 'Double', 'BigInteger'])})`],
    [0.7, () => `Math.${pick(['floor', 'ceil', 'round', 'sqrt', 'abs'])}(${number()})`],
    [0.5, () => `Math.pow(${int()}, ${pick(['2', '3', '1'])})`],
    [0.5, () => `Math.max(${number()}, ${number()})`],
    [0.4, () => `(${ints()}.sum ${closure('int', 'number')} ?: 0)`],
    [0.4, () => `${text()}.${pick(['toDouble()', 'toBigDecimal()', 'toLong()'])}`],
    [0.4, () => `(${text()} as ${pick(['BigInteger', 'BigDecimal', 'Long', 'double'])})`],
    [
      0.4,
      () =>
        `new BigDecimal('${pick(['1.10', '2.345', '-7', '1e3'])}')${pick(['', '.setScale(1, java.math.RoundingMode.HALF_UP)', '.stripTrailingZeros()', '.negate()'])}`,
    ],
    [0.3, () => `(new Random(${pick(['1', '42'])}).${pick(['nextDouble()', 'nextInt(9)'])})`],
    [0.3, () => `new Date(${int()} * 1000L).time`],
    [0.3, () => `-(${number()})`],
  ],
  text: ({ scope, embedded, int, number, text, ints, texts, map, any, boolean, pick, closure }) => [
    [3, () => `(${text()} + ${any()})`],
    [2, () => `"${pick(['', '<', 'a '])}\${${embedded()}}${pick(['', '>', "'"])}"`],
    [1, () => `"\${${embedded()}}-\${${embedded()}}"`],
    [0.5, () => `(${text()} * ${pick(['0', '1', '2', '${n3}'])})`],
    [0.5, () => `(${text()} - ${text()})`],
    [
      3,
      () =>
        `${text()}.${pick(['toUpperCase()', 'toLowerCase()', 'trim()', 'reverse()', 'capitalize()', 'toString()', 'take(2)', 'drop(1)', 'strip()', 'uncapitalize()'])}`,
    ],
    [
      1,
      () =>
        `${text()}.${pick(["padLeft(5, '0')", 'padRight(4)', "center(9, '*')", 'dropRight(1)', 'takeRight(2)', 'repeat(2)'])}`,
    ],
    [1, () => `${text()}.replace(${text()}, ${text()})`],
    [
      1,
      () =>
        `${text()}.${pick(['replaceAll', 'replaceFirst'])}(/${pick(expressions)}/, '${pick(['#', '<$0>', ''])}')`,
    ],
    [
      0.5,
      () =>
        `${text()}.replaceAll(/${pick(expressions.slice(0, 2))}/) { ${pick(['it', '"[$it]"', 'it.size() + 1', 'null'])} }`,
    ],
    [0.7, () => `${text()}.substring(${pick(['0', '1', '2', '0, 1', '1, 3'])})`],
    [
      0.7,
      () =>
        `${text()}[${pick(['0', '-1', '0..1', '1..-1', '0, 2', '0..<-1', '-1..0', '1..<-1', '-2..<0', '0..<0'])}]`,
    ],
    [1, () => `String.valueOf(${pick([int(), number(), text(), boolean()])})`],
    [1, () => `${any()}.toString()`],
    [0.7, () => `(${any()} as String)`],
    [1, () => `${pick([ints(), texts()])}.join(${pick(["','", "''", "' - '"])})`],
    [1, () => `(${text()} ?: ${text()})`],
    [0.5, () => `${text()}?.toUpperCase()`],
    [1, () => `String.format('${pick(['%s|%5s', '%-4s|%s', '%S %s'])}', ${any()}, ${text()})`],
    [0.7, () => `String.format('${pick(['%d', '%05d', '%x', '%,d', '%3d|'])}', ${int()})`],
    [
      0.5,
      () => `String.format('${pick(['%.2f', '%8.3f', '%.0f'])}', ${pick(['1.5', '2.345d', '-0.5', '100d'])})`,
    ],
    [0.7, () => `(${texts()}.find ${closure('text', 'boolean')} ?: 'no')`],
    [0.7, () => `groovy.json.JsonOutput.toJson(${pick([map(), ints(), text(), texts()])})`],
    [0.4, () => `new groovy.json.JsonBuilder(${map()}).toPrettyString()`],
    [
      0.7,
      () =>
        `${text()}.bytes.${pick(['encodeBase64().toString()', 'encodeHex().toString()', 'length.toString()'])}`,
    ],
    [0.4, () => `Base64.encoder.encodeToString(${text()}.getBytes('UTF-8'))`],
    [0.4, () => `new String(${text()}.bytes.encodeBase64().toString().decodeBase64())`],
    [0.4, () => `${text()}.${pick(['md5()', 'sha256()'])}`],
    [0.4, () => `java.net.URLEncoder.encode(${text()}, 'UTF-8')`],
    [
      0.6,
      () =>
        `new Date(${int()} * ${pick(['1000L', '86400000L', '123456789L'])}).format("${pick(datePatterns)}")`,
    ],
    [
      0.4,
      () =>
        `new java.text.SimpleDateFormat("${pick(datePatterns)}").format(new Date(${pick(['0L', '1700000000000L', '951782400000L'])}))`,
    ],
    [
      0.4,
      () =>
        `java.time.LocalDate.of(2024, ${pick(['1', '2', '12'])}, ${pick(['1', '28'])}).${pick(['plusDays(2)', 'minusMonths(1)', 'plusYears(1)', 'minusWeeks(3)'])}.toString()`,
    ],
    [0.3, () => "UUID.fromString('0000002a-0000-0001-0000-00000000000f').toString()"],
    [0.3, () => 'UUID.randomUUID().toString().length().toString()'],
    [0.6, () => `((${text()} =~ /${pick(expressions.slice(0, 3))}/) ? 'found' : 'not')`],
    [0.4, () => `(${text()}.find(/${pick(expressions.slice(0, 2))}/) ?: '')`],
    [0.5, () => `${any()}.getClass().${pick(['name', 'simpleName'])}`],
    [0.5, () => `${map()}.toString()`],
    [
      0.3,
      () =>
        `new StringBuilder(${text()}).append(${any()})${pick(['', '.reverse()', '.insert(0, 1)'])}.toString()`,
    ],
    [0.3, () => `${text()}.collect { it }.join('.')`],
    [0.3, () => `${number()}.toString()`],
    ...(scope.sample === undefined
      ? []
      : ([[0.3, () => `String.valueOf(${scope.sample}.successful)`]] satisfies Ways)),
  ],
  boolean: ({ int, number, text, boolean, ints, texts, map, any, pick, closure }) => [
    [2, () => `(${number()} ${pick(['==', '!=', '<', '>', '<=', '>='])} ${number()})`],
    [1.5, () => `(${text()} ${pick(['==', '!=', '<', '>'])} ${text()})`],
    [1.5, () => `(${any()} ${pick(['==', '!='])} ${any()})`],
    [1, () => `(${boolean()} ${pick(['&&', '||', '^', '&', '|', '=='])} ${boolean()})`],
    [1.5, () => `!${any()}`],
    [0.7, () => `(${any()} && ${any()})`],
    [0.7, () => `(${any()} as boolean)`],
    [0.7, () => `(${int()} in ${ints()})`],
    [0.7, () => `(${text()} in ${texts()})`],
    [0.7, () => `(${text()} ==~ /${pick(expressions)}/)`],
    [0.5, () => `${text()}.matches('${pick(['[a-z]+', '.*o.*', 'one|Two'])}')`],
    [
      1,
      () =>
        `${text()}.${pick(['isEmpty()', "contains('o')", "startsWith('o')", 'isInteger()', 'isNumber()', "equalsIgnoreCase('two')", 'toBoolean()', 'isBlank()'])}`,
    ],
    [0.7, () => `${any()}.equals(${any()})`],
    [
      0.5,
      () =>
        `(${any()} ${pick(['instanceof', '!instanceof'])} ${pick(['String', 'Number', 'List', 'Map', 'Boolean', 'BigDecimal'])})`,
    ],
    [0.5, () => `${ints()}.${pick(['any', 'every'])} ${closure('int', 'boolean')}`],
    [0.5, () => `${ints()}.contains(${int()})`],
    [0.5, () => `(${ints()} == ${ints()})`],
    [0.4, () => `(${map()} == ${map()})`],
    [0.5, () => `${map()}.containsKey(${text()})`],
    [0.5, () => `${pick([ints(), texts(), map()])}.isEmpty()`],
    [0.3, () => `Boolean.parseBoolean(${text()})`],
  ],
  ints: ({ int, ints, texts, text, pick, closure }) => [
    [2, () => `[${int()}, ${int()}]`],
    [2, () => `${ints()}.collect ${closure('int', 'int')}`],
    [1.5, () => `${ints()}.findAll ${closure('int', 'boolean')}`],
    [1, () => `(${ints()} ${pick(['+', '-'])} ${ints()})`],
    [1, () => `(${ints()} + ${int()})`],
    [
      1,
      () =>
        `${ints()}.${pick(['reverse()', 'take(2)', 'drop(1)', 'toList()', 'unique(false)', 'sort(false)', 'toSorted()', 'tail()', 'init()'])}`,
    ],
    [0.7, () => `${ints()}.toSorted { -it }`],
    [0.7, () => `(${pick(['1', '0', '-1'])}..${pick(['2', '4', '0', '<3'])}).toList()`],
    [0.7, () => `${texts()}*.size()`],
    [0.5, () => `${text()}.toList()*.hashCode()`],
    [0.4, () => `[${ints()}, ${ints()}].flatten()`],
    [0.4, () => `${ints()}.collectMany { [it, it] }`],
    [0.3, () => `${ints()}[${pick(['0..0', '0..1', '0..-1', '0..<-1', '-1..0', '-1..<0', '1..<-1'])}]`],
    [0.3, () => `${ints()}.intersect(${ints()})`],
  ],
  texts: ({ int, text, texts, ints, map, pick, closure }) => [
    [2, () => `[${text()}, ${text()}]`],
    [
      1.5,
      () =>
        `${pick(['ints', 'texts']) === 'ints' ? `${ints()}.collect ${closure('int', 'text')}` : `${texts()}.collect ${closure('text', 'text')}`}`,
    ],
    [1, () => `${texts()}.findAll ${closure('text', 'boolean')}`],
    [1, () => `${text()}.tokenize(${pick(['', "','", "' ,'"])})`],
    [1, () => `${text()}.split(${pick(["','", "''", "'o'", "' '"])}).toList()`],
    [0.7, () => `${text()}.findAll(/${pick(expressions.slice(0, 2))}/)`],
    [0.7, () => `${text()}.toList()`],
    [0.7, () => `${texts()}*.toUpperCase()`],
    [0.7, () => `(${texts()} + ${text()})`],
    [0.7, () => `${texts()}.${pick(['reverse()', 'toSorted()', 'unique(false)', 'take(1)'])}`],
    [0.5, () => `${map()}.collect { k, v -> "$k=$v" }`],
    [0.5, () => `${map()}.keySet().toList()`],
    [
      0.3,
      () =>
        `${map()}.keySet().${pick(['findAll { true }', 'collect { it }', 'toSorted()', 'take(1)'])}.toList()`,
    ],
    [0.5, () => `${texts()}.withIndex().collect { t, i -> t + i }`],
    [0.3, () => `${texts()}.collate(2)*.join('')`],
    [0.3, () => `(1..${pick(['2', '3'])}).collect { 'i' + it * ${int()} }`],
  ],
  map: ({ int, text, ints, texts, map, any, pick, closure }) => [
    [2, () => `[a: ${any()}, b: ${int()}]`],
    [1, () => `[(${text()}): ${any()}]`],
    [1, () => `(${map()} + ${map()})`],
    [1, () => `${ints()}.collectEntries { [it, it * 2] }`],
    [0.7, () => `${texts()}.collectEntries { [(it): it.size()] }`],
    [0.7, () => `${ints()}.groupBy ${closure('int', 'boolean')}`],
    [0.7, () => `${map()}.findAll { k, v -> ${pick(['v', "k != 'a'", 'v != null'])} }`],
    [0.5, () => `${map()}.collectEntries { k, v -> ["\${k}1".toString(), v] }`],
    [
      0.7,
      () =>
        `new groovy.json.JsonSlurper().parseText('${pick(['{"id":7,"tags":["a","b"],"n":null}', '{"x":1.50,"y":{"z":true}}', '{}'])}')`,
    ],
    [0.5, () => `(new groovy.json.JsonSlurper().parseText(groovy.json.JsonOutput.toJson(${map()})) as Map)`],
    [0.3, () => `new HashMap(${map()})`],
    [0.3, () => `new TreeMap(${texts()}.collectEntries { [(it): 1] })`],
  ],
};
