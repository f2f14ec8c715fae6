import { defineClass, type JavaClass, type Overloads } from '../jvm/java-class.ts';
import type { Value } from '../jvm/values.ts';
import { isTrue } from './groovy-values.ts';

/** Methods that Groovy adds to every object. */
export const groovyObjectMethods: Overloads = {
  'asBoolean(): boolean': (self: Value) => isTrue(self),
};

export const groovyOwnClasses: readonly JavaClass[] = [
  defineClass('groovy.lang.Writable', {
    parent: 'java.lang.Object',
    methods: { 'toString(): String': (self: string) => self },
  }),
];
