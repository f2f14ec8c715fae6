import type { TextFunctionMaker } from '../core.ts';
import { fileToString, stringToFile } from './files.ts';
import { javaScript } from './java-script.ts';
import { jexl3 } from './jexl3.ts';
import { log, logQuietly } from './log.ts';
import { property, propertyShort } from './property.ts';
import { threadNum } from './thread-num.ts';
import { variable } from './variable.ts';

/** Every function that plans can call, by the name that is written in them. */
export const textFunctions: ReadonlyMap<string, TextFunctionMaker> = new Map([
  ['__FileToString', fileToString],
  ['__P', propertyShort],
  ['__StringToFile', stringToFile],
  ['__log', log],
  ['__logn', logQuietly],
  ['__property', property],
  ['__javaScript', javaScript],
  ['__jexl3', jexl3],
  ['__threadNum', threadNum],
  ['__V', variable],
]);
