import type { Static, TObject, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { ErrorDetail } from '../../domain/errors.ts';
import { isTree, type ParamTree, type ParamValue } from './nested.ts';

/** What our schemas say beyond JSON Schema. */
interface FieldSchema {
  type?: string;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  /** Fractions are rounded up; clients compute minutes by division. */
  'x-round-up'?: boolean;
  /** The items of a list may hold commas, so text is one item. */
  'x-whole-items'?: boolean;
  /** Ends the sentence "it must be …" where the schema alone cannot say it well. */
  'x-expects'?: string;
}

/**
 * Reads the fields of one object out of text, by its schema: numbers from text, lists from comma-separated text, an
 * empty text is absent, unknown fields are ignored. Every problem is added to `problems`, so that all are told at once.
 */
export function readFields<S extends TObject>(
  schema: S,
  tree: ParamTree | undefined,
  prefix: string,
  problems: ErrorDetail[],
): Partial<Static<S>> {
  const values: Record<string, unknown> = {};
  const required = new Set<string>((schema as { required?: string[] }).required ?? []);
  for (const [key, property] of Object.entries(schema.properties as Record<string, TSchema>)) {
    const field = prefix === '' ? key : `${prefix}[${key}]`;
    const raw = tree?.[key];
    if (isAbsent(raw)) {
      if (required.has(key)) {
        problems.push({ code: 'required', message: `${field} is required: ${expects(property)}.`, field });
      }
      continue;
    }
    const value = coerce(property, raw);
    const foreign = foreignCharacter(raw);
    if (foreign !== undefined) {
      const message = `${field} has ${foreign} in it. Send it without: it must be ${expects(property)}.`;
      problems.push({ code: 'invalid', message, field });
    } else if (Check(property, value)) values[key] = value;
    else
      problems.push({
        code: 'invalid',
        message: `${field} must be ${expects(property)}, not ${show(raw)}.`,
        field,
      });
  }
  return values as Partial<Static<S>>;
}

/** A list, however it was written: `[]`, numbered keys, one object, or text with commas. */
export function listOf(value: ParamValue | undefined): ParamValue[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return splitCommas(value);
  if (Array.isArray(value)) return value.filter((item) => !isAbsent(item));
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d{1,9}$/.test(key))) {
    return keys
      .sort((left, right) => Number(left) - Number(right))
      .map((key) => value[key])
      .filter((item): item is ParamValue => !isAbsent(item));
  }
  return keys.length > 0 ? [value] : [];
}

function isAbsent(value: ParamValue | undefined): value is undefined {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

function coerce(schema: TSchema, raw: ParamValue): unknown {
  const { type, 'x-round-up': isRoundedUp, 'x-whole-items': hasWholeItems } = schema as FieldSchema;
  if (type === 'array' && hasWholeItems) return typeof raw === 'string' ? [raw] : listOf(raw);
  if (type === 'array') {
    return listOf(raw).flatMap((item): ParamValue[] =>
      typeof item === 'string' ? splitCommas(item) : [item],
    );
  }
  if (typeof raw !== 'string') return raw;
  const text = raw.trim();
  switch (type) {
    case 'integer':
    case 'number': {
      if (!/^[+-]?\d{1,15}(\.\d*)?$|^[+-]?\.\d+$/.test(text)) return undefined;
      return isRoundedUp ? Math.ceil(Number(text)) : Number(text);
    }
    case 'boolean':
      if (/^(true|1|yes|on)$/i.test(text)) return true;
      return /^(false|0|no|off)$/i.test(text) ? false : undefined;
    default:
      return (schema as FieldSchema).enum ? text.toLowerCase() : raw;
  }
}

/** What PostgreSQL cannot keep, in words. JSON can say it; forms cannot hold half of a surrogate pair. */
function foreignCharacter(value: ParamValue): string | undefined {
  if (typeof value !== 'string') {
    return Object.values(value)
      .map(foreignCharacter)
      .find((found) => found !== undefined);
  }
  if (value.includes('\u0000')) return 'a NUL character';
  return value.isWellFormed() ? undefined : 'half of a surrogate pair, which is no character,';
}

/** What is allowed, as the end of a sentence. */
function expects(schema: TSchema): string {
  const { type, enum: values, minimum, maximum, maxLength, 'x-expects': words } = schema as FieldSchema;
  if (words !== undefined) return words;
  if (values) return `one of ${values.join(', ')}`;
  if (type === 'integer' || type === 'number') {
    const kind = type === 'integer' ? 'a whole number' : 'a number';
    if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`;
    return minimum === undefined ? kind : `${kind}, at least ${minimum}`;
  }
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return 'a list, or text separated by commas';
  return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
}

function show(raw: ParamValue): string {
  if (isTree(raw)) return 'an object';
  if (Array.isArray(raw)) return 'this list';
  const text = raw
    .slice(0, 100)
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, ' ');
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`;
}

function splitCommas(text: string): string[] {
  return text
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
