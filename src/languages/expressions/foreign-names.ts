import type { Language } from './expression.ts';

/** Names predefined by JMeter or its script engines, which the engine does not provide. */
export const foreignNames: Record<Language, ReadonlySet<string>> = {
  jexl: new Set(['OUT', 'ctx', 'log', 'sampleResult', 'sampler']),
  javascript: new Set(
    'Array Boolean Continuation Date Error EvalError Function InternalError Iterator JSON JavaAdapter JavaImporter JavaException Map Object Packages Promise RangeError ReferenceError RegExp Set StopIteration Symbol SyntaxError TypeError URIError WeakMap WeakSet XML XMLList Namespace QName Call With Script arguments com constructor ctx decodeURI decodeURIComponent edu encodeURI encodeURIComponent escape eval getClass importClass importPackage isFinite isXMLName java javax log net org props sampleResult sampler threadName toString unescape uneval valueOf vars hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toSource __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ __parent__ ArrayBuffer Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array DataView BigInt globalThis'.split(
      ' ',
    ),
  ),
};
