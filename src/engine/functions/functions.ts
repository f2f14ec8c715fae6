import type { TextFunctionMaker } from '../core.ts';
import { property, propertyShort } from './property.ts';
import { threadNum } from './thread-num.ts';
import { variable } from './variable.ts';

/** Every function that plans can call, by the name that is written in them. */
export const textFunctions: ReadonlyMap<string, TextFunctionMaker> = new Map([
  ['__P', propertyShort],
  ['__property', property],
  ['__threadNum', threadNum],
  ['__V', variable],
]);
