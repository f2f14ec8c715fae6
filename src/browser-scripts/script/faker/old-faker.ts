import { allFakers, type Faker } from '@faker-js/faker';
import { createBasics, times } from './basics.ts';
import { createCards } from './cards.ts';
import { createInternet } from './internet.ts';
import { createPeople } from './people.ts';
import { createThings } from './things.ts';

type Namespace = Record<string, (...args: never[]) => unknown>;

/** The module `faker` of scripts: the names of faker 4.1, with the values of its maintained successor. */
export function createOldFaker() {
  const fakers: Readonly<Record<string, Faker>> = allFakers;
  let locale = 'en';
  const current = (): Faker => fakers[locale] ?? allFakers.en;
  const basics = createBasics(current);
  const people = createPeople(current, basics);
  const things = createThings(current, basics);
  const internet = createInternet(current, basics, people.name);
  const { number, arrayElement, objectElement, alphaNumeric } = basics;
  const { slugify, replaceSymbolWithNumber, replaceSymbols } = basics;

  const sources: (() => string)[] = [
    ...[things.commerce.department, things.commerce.productName, things.commerce.color],
    ...[people.company.catchPhraseNoun, people.company.bsNoun, people.address.country],
    ...[things.hacker.noun, things.hacker.verb, people.name.jobArea, things.finance.currencyName],
  ];
  const word = (_type?: string) => arrayElement(sources)();
  const random = {
    number,
    arrayElement,
    objectElement,
    uuid: () => current().string.uuid(),
    boolean: () => number(1) === 1,
    word,
    words: (count: number = number({ min: 1, max: 3 })) => times(count, word).join(' '),
    image: () => things.image.image(),
    locale: () => arrayElement(Object.keys(fakers)),
    alphaNumeric,
  };
  const helpers = {
    randomize: arrayElement,
    slugify,
    replaceSymbolWithNumber,
    replaceSymbols,
    shuffle: <T>(array: T[] = []): T[] => current().helpers.shuffle(array, { inplace: true }),
    mustache: (text = '', data: Record<string, unknown> = {}) =>
      Object.entries(data).reduce((all, [key, value]) => all.replaceAll(`{{${key}}}`, String(value)), text),
    ...createCards({ ...people, ...things, internet }),
  };
  const namespaces = { random, helpers, internet, ...people, ...things };

  return {
    ...namespaces,
    /** Replaces `{{name.firstName}}` and `{{random.number(9)}}` by their values. */
    fake(text: unknown): string {
      if (typeof text !== 'string' || text === '') return 'string parameter is required!';
      return text.replace(/\{\{(.*?)\}\}/gs, (_, call: string) => String(callByName(namespaces, call)));
    },
    seed(value?: number | number[]): void {
      for (const each of Object.values(fakers)) {
        if (value === undefined) each.seed();
        else if (typeof value === 'number') each.seed(value);
        else each.seed(value);
      }
    },
    get locale() {
      return locale;
    },
    set locale(name: string) {
      locale = name;
    },
    setLocale(name: string): void {
      locale = name;
    },
    localeFallback: 'en',
  };
}

export type OldFaker = ReturnType<typeof createOldFaker>;

function callByName(namespaces: object, call: string): unknown {
  const [, moduleName = '', methodName = '', argument] =
    /^\s*(\w+)(?:\.(\w+))?\s*(?:\((.+)\))?\s*$/s.exec(call) ?? [];
  const module = (namespaces as Record<string, Namespace>)[moduleName];
  if (module === undefined) throw new Error(`Invalid module: ${moduleName || call}`);
  const method = module[methodName] as ((...args: unknown[]) => unknown) | undefined;
  if (method === undefined) throw new Error(`Invalid method: ${moduleName}.${methodName}`);
  return argument === undefined ? method() : method(parseArgument(argument));
}

function parseArgument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
