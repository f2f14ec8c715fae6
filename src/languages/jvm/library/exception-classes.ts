import { type ClassParts, defineClass, type JavaClass } from '../java-class.ts';
import { Throwable, UnsupportedScript, type Value } from '../values.ts';

const constructorsOf = (name: string): ClassParts['constructors'] => ({
  '()': () => new Throwable(name, null),
  '(String)': (_: never, [message]: [string | null]) => new Throwable(name, message),
  '(String,Throwable)': (_: never, [message, cause]: [string | null, Throwable]) =>
    new Throwable(name, message, cause ?? undefined),
});

/** Returns the exception. Throws UnsupportedScript if its message may differ from the JVM's. */
export function exact(throwable: Throwable): Throwable {
  if (throwable.isPartial) {
    throw new UnsupportedScript(`the message of a ${throwable.className}`);
  }
  return throwable;
}

const methods: ClassParts['methods'] = {
  'getMessage(): String': (self: Throwable) => exact(self).message,
  'getLocalizedMessage(): String': (self: Throwable) => exact(self).message,
  'getCause(): Throwable': (self: Throwable): Value => self.cause ?? null,
  'printStackTrace()': () => {},
  'toString(): String': (self: Throwable) => exact(self).toString(),
};

/** Exception classes with their superclass. */
const exceptions: readonly [name: string, parent: string][] = [
  ['java.lang.Exception', 'java.lang.Throwable'],
  ['java.lang.RuntimeException', 'java.lang.Exception'],
  ['java.lang.IllegalArgumentException', 'java.lang.RuntimeException'],
  ['java.lang.IllegalStateException', 'java.lang.RuntimeException'],
  ['java.lang.NumberFormatException', 'java.lang.IllegalArgumentException'],
  ['java.lang.NullPointerException', 'java.lang.RuntimeException'],
  ['java.lang.ArithmeticException', 'java.lang.RuntimeException'],
  ['java.lang.ClassCastException', 'java.lang.RuntimeException'],
  ['java.lang.UnsupportedOperationException', 'java.lang.RuntimeException'],
  ['java.lang.IndexOutOfBoundsException', 'java.lang.RuntimeException'],
  ['java.lang.StringIndexOutOfBoundsException', 'java.lang.IndexOutOfBoundsException'],
  ['java.lang.ArrayIndexOutOfBoundsException', 'java.lang.IndexOutOfBoundsException'],
  ['java.util.NoSuchElementException', 'java.lang.RuntimeException'],
  ['java.util.IllegalFormatException', 'java.lang.IllegalArgumentException'],
  ['java.util.MissingFormatArgumentException', 'java.util.IllegalFormatException'],
  ['java.util.IllegalFormatConversionException', 'java.util.IllegalFormatException'],
  ['java.io.IOException', 'java.lang.Exception'],
  ['java.io.UnsupportedEncodingException', 'java.io.IOException'],
  ['java.text.ParseException', 'java.lang.Exception'],
  ['java.time.DateTimeException', 'java.lang.RuntimeException'],
  ['java.time.format.DateTimeParseException', 'java.time.DateTimeException'],
  ['groovy.lang.GroovyRuntimeException', 'java.lang.RuntimeException'],
  ['groovy.lang.MissingPropertyException', 'groovy.lang.GroovyRuntimeException'],
  ['groovy.lang.MissingMethodException', 'groovy.lang.GroovyRuntimeException'],
  ['org.codehaus.groovy.runtime.typehandling.GroovyCastException', 'java.lang.ClassCastException'],
  ['groovy.json.JsonException', 'java.lang.RuntimeException'],
  ['bsh.EvalError', 'java.lang.Exception'],
  ['bsh.TargetError', 'bsh.EvalError'],
  ['org.apache.jorphan.util.JMeterStopThreadException', 'java.lang.RuntimeException'],
  ['org.apache.jorphan.util.JMeterStopTestException', 'java.lang.RuntimeException'],
  ['org.apache.jorphan.util.JMeterStopTestNowException', 'java.lang.RuntimeException'],
];

export const exceptionClasses: readonly JavaClass[] = [
  defineClass('java.lang.Throwable', {
    parent: 'java.lang.Object',
    constructors: constructorsOf('java.lang.Throwable'),
    methods,
  }),
  ...exceptions.map(([name, parent]) =>
    defineClass(name, {
      parent,
      constructors: /^(?:bsh|groovy|java\.text)\./.test(name) ? {} : constructorsOf(name),
    }),
  ),
];
