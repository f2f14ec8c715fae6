import { defineClass, type JavaClass } from '../java-class.ts';
import { ClassReference, classNameOf, type Value } from '../values.ts';

export const objectClasses: readonly JavaClass[] = [
  defineClass('java.lang.Object', {
    methods: {
      'equals(Object): boolean': (self: Value, [other]: [Value], host) => host.isSame(self, other),
      'getClass(): Class': (self: Value) => new ClassReference(classNameOf(self)),
    },
  }),
  defineClass('java.lang.Class', {
    parent: 'java.lang.Object',
    methods: {
      'getName(): String': (self: ClassReference) => self.name,
      'getSimpleName(): String': (self: ClassReference) => self.name.slice(self.name.lastIndexOf('.') + 1),
    },
  }),
  defineClass('array', { parent: 'java.lang.Object' }),
  defineClass('byte[]', { parent: 'java.lang.Object' }),
  defineClass('groovy.lang.Closure', { parent: 'java.lang.Object' }),
];
