import type { JavaZone } from '../dates/java-zone.ts';
import { defineClass, type JavaClass, type Overloads, required } from '../jvm/java-class.ts';
import {
  checkPattern,
  dateClass,
  dateClasses,
  formatDate,
  formatOf,
  parseDate,
} from '../jvm/library/date-classes.ts';
import type { HostObject } from '../jvm/values.ts';

/** Methods that Groovy adds to dates. */
export const groovyDateMethods: Overloads = {
  'format(String): String': (self: number, [pattern]: [string]) => formatDate(self, required(pattern)),
  'format(String,TimeZone): String': (self: number, [pattern, zone]: [string, HostObject]) =>
    formatDate(self, required(pattern), required(zone).self as JavaZone),
};

const date = dateClasses.find(({ name }) => name === dateClass) as JavaClass;

/** Java's Date, with the static methods that Groovy adds. */
export const groovyDateClass: JavaClass = {
  ...date,
  ...defineClass(dateClass, {
    statics: {
      'parse(String,String): Date': (_: never, [pattern, text]: [string, string]) =>
        parseDate(required(text), formatOf(pattern)),
    },
    checks: { parse: ([pattern]) => checkPattern(pattern) },
  }),
  parent: date.parent,
  constructors: date.constructors,
  methods: date.methods,
};
