import { notFound } from '../error-response.ts';

/** The number in an address such as /users/7; anything that is none is simply not there. */
export function numericId(text: string, what: string): number {
  const id = Number(text);
  if (/^\d{1,10}$/.test(text) && id > 0 && id < 2 ** 31) return id;
  throw notFound(`There is no ${what} ${text.slice(0, 100)}.`);
}
