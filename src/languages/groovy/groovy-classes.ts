import { ClassTable, javaClasses } from '../jvm/class-table.ts';
import { tableOf } from '../jvm/java-class.ts';
import {
  groovyArrayMethods,
  groovyByteItemMethods,
  groovyCollectionMethods,
  groovyListMethods,
  groovyMapMethods,
  groovyPrimitiveArrayMethods,
} from './collection-methods.ts';
import { groovyDateClass, groovyDateMethods } from './date-methods.ts';
import { jsonClasses } from './json-classes.ts';
import { groovyNumberMethods } from './number-methods.ts';
import { groovyObjectMethods, groovyOwnClasses } from './object-methods.ts';
import { groovyByteMethods, groovyTextMethods } from './text-methods.ts';

/** The classes that Groovy scripts use, with the methods that Groovy adds to Java's. */
export const groovyClasses = new ClassTable(
  [...javaClasses, groovyDateClass, ...jsonClasses, ...groovyOwnClasses],
  new Map([
    ['java.lang.Object', tableOf(groovyObjectMethods, true)],
    ['java.lang.String', tableOf(groovyTextMethods)],
    ['java.lang.Number', tableOf(groovyNumberMethods)],
    ['java.util.Date', tableOf(groovyDateMethods)],
    ['java.util.Collection', tableOf(groovyCollectionMethods)],
    ['java.util.List', tableOf(groovyListMethods)],
    ['java.util.Map', tableOf(groovyMapMethods)],
    ['array', tableOf(groovyArrayMethods)],
    ['primitive array', tableOf(groovyPrimitiveArrayMethods)],
    ['byte[]', tableOf({ ...groovyByteItemMethods, ...groovyByteMethods })],
  ]),
);
