import Type, { type TProperties, type TSchema } from 'typebox';

/** An object schema without additional properties: responses must match their schemas exactly. */
export function closed<P extends TProperties>(properties: P, options: { description?: string } = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

export const timestampSchema = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
  description: 'ISO 8601, UTC, with milliseconds',
});

export const amountSchema = (description: string) => Type.String({ pattern: '^\\d+\\.\\d{4}$', description });

export const moneySchema = amountSchema('US dollars with four decimals; null if unknown');

export const linkSchema = closed({ href: Type.String() });
export const countSchema = Type.Integer({ minimum: 0 });
