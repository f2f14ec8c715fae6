import { acceptsCount, type JavaClass, type Overload, simpleName } from './java-class.ts';
import { collectionClasses } from './library/collection-classes.ts';
import { cryptoClasses } from './library/crypto-classes.ts';
import { dateClasses } from './library/date-classes.ts';
import { exceptionClasses } from './library/exception-classes.ts';
import { jmeterClasses } from './library/jmeter-classes.ts';
import { numberClasses } from './library/number-classes.ts';
import { objectClasses } from './library/object-classes.ts';
import { regexClasses } from './library/regex-classes.ts';
import { samplerClasses } from './library/sampler-classes.ts';
import { textClasses } from './library/text-classes.ts';
import { timeClasses } from './library/time-classes.ts';
import { utilityClasses } from './library/utility-classes.ts';

/** Classes available in both languages. */
export const javaClasses: readonly JavaClass[] = [
  ...objectClasses,
  ...textClasses,
  ...numberClasses,
  ...collectionClasses,
  ...utilityClasses,
  ...cryptoClasses,
  ...dateClasses,
  ...timeClasses,
  ...regexClasses,
  ...exceptionClasses,
  ...jmeterClasses,
  ...samplerClasses,
];

const none: readonly Overload[] = [];

/** The classes of a language, with the methods that it adds to them. */
export class ClassTable {
  readonly #classes: ReadonlyMap<string, JavaClass>;
  readonly #added: ReadonlyMap<string, ReadonlyMap<string, readonly Overload[]>>;
  readonly #found = new Map<string, readonly Overload[]>();
  readonly #names = new Set<string>();
  readonly #bySimpleName = new Map<string, JavaClass>();

  constructor(
    classes: readonly JavaClass[],
    added: ReadonlyMap<string, ReadonlyMap<string, readonly Overload[]>> = new Map(),
  ) {
    this.#classes = new Map(classes.map((each) => [each.name, each]));
    this.#added = added;
    for (const each of classes) {
      this.#bySimpleName.set(simpleName(each.name), each);
      for (const name of each.methods.keys()) {
        this.#names.add(name);
      }
    }
    for (const table of added.values()) {
      for (const name of table.keys()) {
        this.#names.add(name);
      }
    }
  }

  get all(): readonly JavaClass[] {
    return [...this.#classes.values()];
  }

  find(name: string): JavaClass | undefined {
    return this.#classes.get(name);
  }

  /** The class of a type in a signature: `String`, `int`. */
  ofType(type: string): JavaClass | undefined {
    const boxed = { int: 'Integer', long: 'Long', double: 'Double', boolean: 'Boolean', char: 'Character' }[
      type
    ];
    return this.#classes.get(type) ?? this.#bySimpleName.get(boxed ?? type);
  }

  isMethodName(name: string): boolean {
    return this.#names.has(name);
  }

  addedTo(name: string): ReadonlyMap<string, readonly Overload[]> | undefined {
    return this.#added.get(name);
  }

  /** All overloads of a method: of the class, then of its parents, then those that the language adds. */
  methods(className: string, name: string): readonly Overload[] {
    const key = `${className} ${name}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      const chain = this.#chain(className);
      found = withoutOverridden([
        ...chain.flatMap((each) => this.#classes.get(each)?.methods.get(name) ?? none),
        ...chain.flatMap((each) => this.#added.get(each)?.get(name) ?? none),
      ]);
      this.#found.set(key, found);
    }
    return found;
  }

  hasMethod(className: string, name: string, count: number): boolean {
    return this.methods(className, name).some((each) => acceptsCount(each, count));
  }

  isSubclass(name: string, of: string): boolean {
    return this.#chain(name).includes(of);
  }

  #chain(name: string): string[] {
    const chain: string[] = [];
    for (let at: string | undefined = name; at !== undefined; at = this.#classes.get(at)?.parent) {
      chain.push(at);
    }
    return chain;
  }
}

/** Of overloads with the same parameters, the first is called. */
function withoutOverridden(overloads: readonly Overload[]): Overload[] {
  const known = new Set<string>();
  return overloads.filter(({ params }) => {
    const key = params.join();
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}
