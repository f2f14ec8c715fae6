import { notFound } from '../error-response.ts';

/** Numeric id of a path such as /users/7; anything else is not found. */
export function numericId(text: string, what: string): number {
  const id = Number(text);
  if (/^\d{1,10}$/.test(text) && id > 0 && id < 2 ** 31) return id;
  throw notFound(`No ${what} with id ${text.slice(0, 100)}.`);
}
