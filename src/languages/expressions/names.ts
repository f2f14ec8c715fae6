import type { Language } from './expression.ts';

/** How many arguments each method of a text takes here, least and most. */
export const textMethods: Record<Language, ReadonlyMap<string, readonly [number, number]>> = {
  jexl: new Map([
    ['charAt', [1, 1]],
    ['compareTo', [1, 1]],
    ['concat', [1, 1]],
    ['contains', [1, 1]],
    ['endsWith', [1, 1]],
    ['equals', [1, 1]],
    ['equalsIgnoreCase', [1, 1]],
    ['indexOf', [1, 1]],
    ['isEmpty', [0, 0]],
    ['lastIndexOf', [1, 1]],
    ['length', [0, 0]],
    ['matches', [1, 1]],
    ['replace', [2, 2]],
    ['startsWith', [1, 1]],
    ['substring', [1, 2]],
    ['toLowerCase', [0, 0]],
    ['toString', [0, 0]],
    ['toUpperCase', [0, 0]],
    ['trim', [0, 0]],
  ]),
  javascript: new Map([
    ['charAt', [1, 1]],
    ['concat', [1, 1]],
    ['endsWith', [1, 1]],
    // Not of JavaScript, but Rhino's texts have them.
    ['equals', [1, 1]],
    ['equalsIgnoreCase', [1, 1]],
    ['includes', [1, 1]],
    ['indexOf', [1, 1]],
    ['lastIndexOf', [1, 1]],
    ['startsWith', [1, 1]],
    ['substr', [1, 2]],
    ['substring', [1, 2]],
    ['toLowerCase', [0, 0]],
    ['toString', [0, 0]],
    ['toUpperCase', [0, 0]],
    ['trim', [0, 0]],
  ]),
};

/** Functions of JavaScript. */
export const functionNames: ReadonlySet<string> = new Set([
  'Number',
  'String',
  'isNaN',
  'parseFloat',
  'parseInt',
]);

export const mathNames: ReadonlySet<string> = new Set([
  'abs',
  'ceil',
  'floor',
  'max',
  'min',
  'pow',
  'random',
  'round',
]);

/** Names that mean something to JMeter or its script engines, which we do not have. */
export const foreignNames: Record<Language, ReadonlySet<string>> = {
  jexl: new Set(['OUT', 'ctx', 'log', 'sampleResult', 'sampler']),
  javascript: new Set(
    'Array Boolean Continuation Date Error EvalError Function InternalError Iterator JSON JavaAdapter JavaImporter JavaException Map Object Packages Promise RangeError ReferenceError RegExp Set StopIteration Symbol SyntaxError TypeError URIError WeakMap WeakSet XML XMLList Namespace QName Call With Script arguments com constructor ctx decodeURI decodeURIComponent edu encodeURI encodeURIComponent escape eval getClass importClass importPackage isFinite isXMLName java javax log net org props sampleResult sampler threadName toString unescape uneval valueOf vars hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toSource __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ __parent__ ArrayBuffer Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array DataView BigInt globalThis'.split(
      ' ',
    ),
  ),
};
