import { defineClass, type JavaClass } from '../java-class.ts';
import { ClassReference, classNameOf, JavaList, JavaView, UnsupportedScript, type Value } from '../values.ts';

/** Views of maps and lists have their own classes. */
function classOf(value: Value): ClassReference {
  if (value instanceof JavaView || (value instanceof JavaList && value.isSet)) {
    throw new UnsupportedScript('the class of a set or a part of a collection');
  }
  return new ClassReference(classNameOf(value));
}

const arrayNames: Readonly<Record<string, string>> = {
  'byte[]': '[B',
  'int[]': '[I',
  'String[]': '[Ljava.lang.String;',
  'Object[]': '[Ljava.lang.Object;',
};

function classText(name: string): string {
  const text = name.endsWith('[]') ? arrayNames[name] : name;
  if (text === undefined) {
    throw new UnsupportedScript(`the class ${name}`);
  }
  return text;
}

export const objectClasses: readonly JavaClass[] = [
  defineClass('java.lang.Object', {
    methods: {
      'equals(Object): boolean': (self: Value, [other]: [Value], host) => host.isSame(self, other),
      'getClass(): Class': classOf,
    },
  }),
  defineClass('java.lang.Class', {
    parent: 'java.lang.Object',
    methods: {
      'getName(): String': (self: ClassReference) => classText(self.name),
      'getSimpleName(): String': (self: ClassReference) => self.name.slice(self.name.lastIndexOf('.') + 1),
    },
  }),
  defineClass('array', { parent: 'java.lang.Object' }),
  defineClass('primitive array', { parent: 'java.lang.Object' }),
  defineClass('byte[]', { parent: 'java.lang.Object' }),
  defineClass('groovy.lang.Closure', { parent: 'java.lang.Object' }),
];
