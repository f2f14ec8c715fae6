import { type ClassParts, defineClass, type JavaClass } from '../java-class.ts';
import { Throwable, UnsupportedScript, type Value } from '../values.ts';

/** Constructors of an exception class: without arguments, with a message, with a message and a cause. */
type Made = 'none' | 'message' | 'up to a message' | 'up to a cause';

function constructorsOf(name: string, made: Made): ClassParts['constructors'] {
  const constructors: ClassParts['constructors'] = {
    '()': () => new Throwable(name, null),
    '(String)': (_: never, [message]: [string | null]) => new Throwable(name, message),
    '(String,Throwable)': (_: never, [message, cause]: [string | null, Throwable | null]) =>
      new Throwable(name, message, cause ?? undefined),
  };
  const counts: Record<Made, [from: number, to: number]> = {
    none: [0, 0],
    message: [1, 2],
    'up to a message': [0, 2],
    'up to a cause': [0, 3],
  };
  return Object.fromEntries(Object.entries(constructors).slice(...counts[made]));
}

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
const exceptions: readonly [name: string, parent: string, made: Made][] = [
  ['java.lang.Exception', 'java.lang.Throwable', 'up to a cause'],
  ['java.lang.RuntimeException', 'java.lang.Exception', 'up to a cause'],
  ['java.lang.IllegalArgumentException', 'java.lang.RuntimeException', 'up to a cause'],
  ['java.lang.IllegalStateException', 'java.lang.RuntimeException', 'up to a cause'],
  ['java.lang.NumberFormatException', 'java.lang.IllegalArgumentException', 'up to a message'],
  ['java.lang.NullPointerException', 'java.lang.RuntimeException', 'up to a message'],
  ['java.lang.ArithmeticException', 'java.lang.RuntimeException', 'up to a message'],
  ['java.lang.ClassCastException', 'java.lang.RuntimeException', 'up to a message'],
  ['java.lang.UnsupportedOperationException', 'java.lang.RuntimeException', 'up to a cause'],
  ['java.lang.IndexOutOfBoundsException', 'java.lang.RuntimeException', 'up to a message'],
  ['java.lang.StringIndexOutOfBoundsException', 'java.lang.IndexOutOfBoundsException', 'up to a message'],
  ['java.lang.ArrayIndexOutOfBoundsException', 'java.lang.IndexOutOfBoundsException', 'up to a message'],
  ['java.util.NoSuchElementException', 'java.lang.RuntimeException', 'up to a message'],
  ['java.util.IllegalFormatException', 'java.lang.IllegalArgumentException', 'none'],
  ['java.util.MissingFormatArgumentException', 'java.util.IllegalFormatException', 'none'],
  ['java.util.IllegalFormatConversionException', 'java.util.IllegalFormatException', 'none'],
  ['java.io.IOException', 'java.lang.Exception', 'up to a cause'],
  ['java.io.UnsupportedEncodingException', 'java.io.IOException', 'up to a message'],
  ['java.text.ParseException', 'java.lang.Exception', 'none'],
  ['java.time.DateTimeException', 'java.lang.RuntimeException', 'message'],
  ['java.time.format.DateTimeParseException', 'java.time.DateTimeException', 'none'],
  ['groovy.lang.GroovyRuntimeException', 'java.lang.RuntimeException', 'none'],
  ['groovy.lang.MissingPropertyException', 'groovy.lang.GroovyRuntimeException', 'none'],
  ['groovy.lang.MissingMethodException', 'groovy.lang.GroovyRuntimeException', 'none'],
  ['org.codehaus.groovy.runtime.typehandling.GroovyCastException', 'java.lang.ClassCastException', 'message'],
  ['groovy.json.JsonException', 'java.lang.RuntimeException', 'none'],
  ['bsh.EvalError', 'java.lang.Exception', 'none'],
  ['bsh.TargetError', 'bsh.EvalError', 'none'],
  ['org.apache.jorphan.util.JMeterStopThreadException', 'java.lang.RuntimeException', 'up to a cause'],
  ['org.apache.jorphan.util.JMeterStopTestException', 'java.lang.RuntimeException', 'up to a cause'],
  ['org.apache.jorphan.util.JMeterStopTestNowException', 'java.lang.RuntimeException', 'up to a cause'],
];

export const exceptionClasses: readonly JavaClass[] = [
  defineClass('java.lang.Throwable', {
    parent: 'java.lang.Object',
    constructors: constructorsOf('java.lang.Throwable', 'up to a cause'),
    methods,
  }),
  ...exceptions.map(([name, parent, made]) =>
    defineClass(name, { parent, constructors: constructorsOf(name, made) }),
  ),
];
