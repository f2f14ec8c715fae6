import type { Faker } from '@faker-js/faker';

/** Returns the generator of the current locale. */
export type Current = () => Faker;

export interface NumberOptions {
  min?: number;
  max?: number;
  precision?: number;
}

const alphaNumerics = '0123456789abcdefghijklmnopqrstuvwxyz';
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Building blocks of faker 4: numbers, elements and placeholders. */
export function createBasics(current: Current) {
  /** Both limits are inclusive; with precision, the result is a multiple of it. */
  const number = (options: number | NumberOptions = {}): number => {
    const { min = 0, max = 99_999, precision = 1 } = typeof options === 'number' ? { max: options } : options;
    const steps = Math.max(0, Math.floor((max - min) / precision));
    // Removes the floating-point error: 3 * 0.01 is 0.03, not 0.030000000000000002.
    const digits = Math.max(0, Math.ceil(-Math.log10(precision)));
    return Number((min + precision * current().number.int(steps)).toFixed(digits));
  };
  const arrayElement = <T>(array: readonly T[] = ['a', 'b', 'c'] as T[]): T =>
    array[number({ max: array.length - 1 })] as T;
  const replace = (text: string, pattern: RegExp, choose: (symbol: string) => unknown): string =>
    text.replace(pattern, (symbol) => String(choose(symbol)));
  return {
    number,
    arrayElement,
    objectElement(object: Record<string, unknown> = { foo: 'bar', too: 'car' }, field?: string): unknown {
      const key = arrayElement(Object.keys(object));
      return field === 'key' ? key : object[key];
    },
    alphaNumeric: (count = 1) => replace('x'.repeat(count), /x/g, () => arrayElement([...alphaNumerics])),
    slugify: (text = '') => text.replace(/ /g, '-').replace(/[^\w.-]+/g, ''),
    replaceSymbolWithNumber: (text = '', symbol = '#') =>
      [...text].map((char) => (char === symbol ? number(9) : char)).join(''),
    replaceSymbols: (text = '') =>
      replace(text, /[#?]/g, (symbol) => (symbol === '#' ? number(9) : arrayElement([...capitals]))),
  };
}

export type Basics = ReturnType<typeof createBasics>;

/** Calls a function a number of times. */
export const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
