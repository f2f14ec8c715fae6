import { isBeanShellSupported } from '../../languages/bean-shell/parse-bean-shell.ts';
import {
  hasNames,
  hasWeeks,
  isReadablePattern,
  parseDatePattern,
} from '../../languages/dates/date-pattern.ts';
import { isExpressionSupported } from '../../languages/expressions/check-expression.ts';
import type { Language } from '../../languages/expressions/expression.ts';
import { isOwnProperty } from '../../languages/expressions/own-property.ts';
import { plainRegex, plainReplacement } from '../../languages/java-regex/plain-regex.ts';
import type { ProvenFunction } from './proven-element.ts';
import { isProvenRegexArgument, regexWords } from './regex-rule.ts';
import { groovyProblem, subsetWords } from './script-rule.ts';
import { isProvenXPath, xpathWords } from './xpath-rule.ts';

type Condition = NonNullable<ProvenFunction['condition']>;

const isLiteral = (arg: string | undefined) => !arg?.includes('${');
const whole = /^\s*[+-]?\d{1,18}\s*$/;
const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?\s*$/;
const integer = /^[+-]?\d{1,9}$/;

/** Arguments that JMeter parses as numbers. Invalid ones end the sample in ways that are not reproduced. */
const numbers = (pattern: RegExp, ...places: number[]): Condition => ({
  only: 'with whole numbers or variables where it wants numbers',
  isMet: (args) => places.every((at) => !isLiteral(args[at]) || pattern.test(args[at] ?? '')),
});

/** The engine has neither the JVM's own properties nor those of JMeter's files. */
const ownProperty: Condition = {
  only: 'for properties that are neither the JVM’s nor from JMeter’s own files',
  isMet: ([name = '']) => isOwnProperty(name.trim()),
};

const isFormat = (pattern: string | undefined) =>
  isLiteral(pattern) && parseDatePattern(pattern?.replaceAll('\\', '') ?? '') !== undefined;
const isReadable = (pattern: string | undefined) =>
  isLiteral(pattern) && isReadablePattern(pattern?.replaceAll('\\', '') ?? '');
const isEnglish = (locale = '') => locale.trim() === '' || /^en(_[A-Z]{2})?$/.test(locale.trim());

const text: Pick<ProvenFunction, 'args'> = { args: [1, 1] };

const expression = (language: Language): Condition => ({
  only: 'with one expression of comparisons, arithmetic and methods of texts',
  isMet: ([written = '']) => isExpressionSupported(written, language),
});

export const provenFunctions: Readonly<Record<string, ProvenFunction>> = {
  __BeanShell: {
    title: 'BeanShell',
    args: [1, 2],
    condition: {
      only: 'with one expression of the plan’s folder, File.separator, environment variables, variables, properties, arithmetic and methods of texts',
      isMet: ([written = '']) => isBeanShellSupported(written),
    },
  },
  __CSVRead: { title: 'A column of a CSV file, row by row', args: [2, 2], isShared: () => true },
  __FileToString: {
    title: 'A whole file',
    args: [1, 3],
    condition: {
      only: 'for UTF-8 and ISO-8859-1',
      isMet: ([, encoding = '']) => /^\s*(utf-8|iso-8859-1)?\s*$/i.test(encoding),
    },
  },
  __MD5: { title: 'The MD5 digest of a text (jpgc)', args: [1, 3] },
  __P: { title: 'A property, with a default', args: [1, 2], condition: ownProperty },
  __Random: { title: 'A random number', args: [2, 3], condition: numbers(whole, 0, 1) },
  __RandomDate: {
    title: 'A random date',
    args: [3, 5],
    condition: {
      only: 'with a date pattern of year, month and day, each at full width',
      isMet: ([pattern = '']) => pattern.trim() === '' || isReadable(pattern.trim()),
    },
  },
  __RandomFromMultipleVars: { title: 'One of several variables', args: [1, 2] },
  __RandomString: {
    title: 'Random characters out of those given',
    args: [2, 3],
    condition: {
      only: 'with a length and the characters to choose from',
      isMet: ([length = '', characters = '']) =>
        (!isLiteral(length) || integer.test(length)) && /\S/.test(characters),
    },
  },
  __StringFromFile: { title: 'A file line by line', args: [1, 2], isShared: () => true },
  __StringToFile: {
    title: 'Writes a file',
    args: [2, 4],
    condition: {
      only: 'for UTF-8',
      isMet: ([, , , encoding = '']) => /^(utf-8)?$/i.test(encoding),
    },
  },
  __TestPlanName: { title: 'The name of the plan’s file', args: [0, 0] },
  __UUID: { title: 'A random UUID', args: [0, 0] },
  __V: { title: 'A variable whose name is made from others', args: [1, 2] },
  __XPath: {
    title: 'The next node that an XPath finds in a file',
    args: [2, 2],
    condition: { only: xpathWords, isMet: ([, expression = '']) => isProvenXPath(expression) },
    isShared: () => true,
  },
  __base64Decode: { title: 'Text from Base64 (jpgc)', args: [1, 2] },
  __base64Encode: { title: 'Text in Base64 (jpgc)', args: [1, 2] },
  __caseFormat: { title: 'Words joined in another way (jpgc)', args: [1, 3] },
  __changeCase: { title: 'Upper, lower or capital letters', args: [1, 3] },
  __char: { title: 'Characters by their numbers', args: [1, 99] },
  __chooseRandom: { title: 'One of several values (jpgc)', args: [3, 99] },
  __counter: {
    title: 'Counts, for each user or for all',
    args: [1, 2],
  },
  __dateTimeConvert: {
    title: 'A date in another form',
    args: [3, 4],
    condition: {
      only: 'from milliseconds or a pattern at full width to a pattern without names of zones',
      isMet: ([, from = '', to = '']) => isFormat(to) && (from === '' || isReadable(from)),
    },
  },
  __digest: {
    title: 'A digest in hexadecimal',
    args: [2, 5],
    condition: {
      only: 'for MD5, SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512',
      isMet: ([algorithm = '']) => /^(MD5|SHA-(1|224|256|384|512))$/.test(algorithm),
    },
  },
  __doubleSum: {
    title: 'A sum of numbers with fractions (jpgc)',
    args: [2, 99],
    condition: {
      only: 'with decimal numbers or variables',
      isMet: (args) => args.slice(0, -1).every((arg) => !isLiteral(arg) || decimal.test(arg)),
    },
  },
  __env: { title: 'An environment variable (jpgc)', args: [1, 3] },
  __escapeHtml: { title: 'Text with entities of HTML 4', ...text },
  __escapeOroRegexpChars: { title: 'Text without a meaning in expressions', args: [1, 2] },
  __escapeXml: { title: 'Text with entities of XML', ...text },
  __eval: { title: 'Text evaluated once more', ...text },
  __evalVar: { title: 'A variable’s value evaluated once more', ...text },
  __if: { title: 'One of two texts (jpgc)', args: [4, 5] },
  __groovy: {
    title: 'Groovy',
    args: [1, 2],
    condition: {
      only: `with a script in ${subsetWords}`,
      isMet: ([written = '']) => groovyProblem(written, '__groovy') === undefined,
      problem: ([written = '']) => groovyProblem(written, '__groovy'),
    },
  },
  __intSum: { title: 'A sum of integers', args: [2, 99], condition: numbers(integer, 0) },
  __isDefined: { title: 'Whether there is such a variable, as 1 or 0 (jpgc)', args: [1, 1] },
  __isPropDefined: {
    title: 'Whether there is such a property',
    args: [1, 1],
    condition: ownProperty,
  },
  __isVarDefined: { title: 'Whether there is such a variable', args: [1, 1] },
  __iterationNum: { title: 'The number of the iteration (jpgc)', args: [0, 0] },
  __javaScript: { title: 'JavaScript', args: [1, 2], condition: expression('javascript') },
  __jexl3: { title: 'JEXL 3', args: [1, 2], condition: expression('jexl') },
  __log: { title: 'Writes to the log', args: [1, 4] },
  __logn: { title: 'Writes to the log and gives nothing', args: [1, 3] },
  __longSum: { title: 'A sum of long integers', args: [2, 99], condition: numbers(integer, 0) },
  __lowercase: { title: 'Lower-case letters (jpgc)', args: [1, 2] },
  __machineIP: { title: 'The machine’s address', args: [0, 1] },
  __machineName: { title: 'The machine’s name', args: [0, 1] },
  __property: {
    title: 'A property, with a default, also into a variable',
    args: [1, 3],
    condition: ownProperty,
  },
  __regexFunction: {
    title: 'What an expression finds in the last answer',
    args: [2, 7],
    condition: {
      only: `${regexWords}, for a match by its number, a random one or all`,
      isMet: ([regex = '', , which = '']) =>
        /^(?:ALL|RAND|[1-9]\d{0,8}|)$/.test(which) && isProvenRegexArgument(regex),
    },
  },
  __samplerName: { title: 'The name of the sampler', args: [0, 1] },
  __setProperty: {
    title: 'Sets a property',
    args: [2, 3],
    condition: ownProperty,
  },
  __split: { title: 'Splits text into variables', args: [2, 3] },
  __strLen: { title: 'The length of a text (jpgc)', args: [1, 2] },
  __strReplace: {
    title: 'Text with another in place of a part (jpgc)',
    args: [3, 4],
    condition: {
      only: 'for what has no meaning in an expression',
      isMet: ([, what = '', by = '']) =>
        (!isLiteral(what) || plainRegex.test(what)) && (!isLiteral(by) || plainReplacement.test(by)),
    },
  },
  __substring: { title: 'Part of a text (jpgc)', args: [3, 4], condition: numbers(whole, 1, 2) },
  __threadGroupName: { title: 'The name of the thread group', args: [0, 0] },
  __threadNum: { title: 'The number of the thread', args: [0, 0] },
  __time: {
    title: 'The time',
    args: [0, 2],
    condition: {
      only: 'with a date pattern without variables and names of zones',
      isMet: ([pattern = '', name = '']) =>
        isLiteral(name) && (/^(|YMD|HMS|YMDHMS|\/[1-9]\d{0,14})$/.test(pattern) || isFormat(pattern)),
    },
  },
  __timeShift: {
    title: 'A date and what lies some time before or after it',
    args: [4, 5],
    condition: {
      only: 'with dates in milliseconds, or a pattern that can also be read when a date is given, in English',
      isMet: ([written = '', date = '', , ...rest]) => {
        const pattern = written.trim();
        return (
          rest.every(isLiteral) &&
          (pattern === '' || isFormat(pattern)) &&
          (pattern === '' || date.trim() === '' || isReadable(pattern)) &&
          (rest.length < 2 || isEnglish(rest[0]) || !hasNames(pattern)) &&
          (rest.length < 2 || /^(?:en_US)?$/.test(rest[0]?.trim() ?? '') || !hasWeeks(pattern))
        );
      },
    },
  },
  __tstFeedback: {
    title: 'How many users a Throughput Shaping Timer needs',
    args: [2, 4],
    isShared: () => true,
  },
  __unescape: {
    title: 'Text without Java’s escapes',
    args: [1, 1],
  },
  __unescapeHtml: { title: 'Text without entities of HTML 4', ...text },
  __uppercase: { title: 'Upper-case letters (jpgc)', args: [1, 2] },
  __urldecode: {
    title: 'Text from a form',
    args: [1, 1],
    condition: {
      only: 'where every % is followed by two digits',
      isMet: ([written = '']) => !/%(?![0-9a-fA-F]{2}|\$)/.test(written),
    },
  },
  __urlencode: { title: 'Text for a form', ...text },
};

/** Unproven functions of JMeter and the toolchain's plugins. JMeter takes any other name for that of a variable. */
const otherFunctions = new Set(
  '__fifoGet __fifoPop __fifoPut __fifoSize __groovy __jexl2 __tstFeedback'.split(' '),
);

export const isFunctionName = (name: string) =>
  Object.hasOwn(provenFunctions, name) || otherFunctions.has(name);
