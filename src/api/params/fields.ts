import type { Static, TObject, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { ErrorDetail } from '../../domain/errors.ts';
import { clipText } from '../../lib/clip.ts';
import { isTree, type ParamTree, type ParamValue } from './nested.ts';

/** Extensions of our schemas to JSON Schema. */
interface FieldSchema {
  type?: string;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  /** Rounds fractions up: clients compute minutes by division. */
  'x-round-up'?: boolean;
  /** Items may contain commas: text is one item. */
  'x-whole-items'?: boolean;
  /** Completes "must be …" in error messages. */
  'x-expects'?: string;
}

/**
 * Reads the fields of an object by its schema: numbers from text, lists from comma-separated text. Empty text is absent,
 * unknown fields are ignored. All problems are added to `problems`.
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
      const message = `${field} contains ${foreign}. It must be ${expects(property)}.`;
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

/** A list in any notation: `[]`, numbered keys, one object, or comma-separated text. */
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

/** Name of a character that PostgreSQL cannot store. */
function foreignCharacter(value: ParamValue): string | undefined {
  if (typeof value !== 'string') {
    return Object.values(value)
      .map(foreignCharacter)
      .find((found) => found !== undefined);
  }
  if (value.includes('\u0000')) return 'a NUL character';
  return value.isWellFormed() ? undefined : 'an unpaired surrogate';
}

/** Allowed values, as the end of a sentence. */
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
  return `"${clipText(text, 80)}"`;
}

function splitCommas(text: string): string[] {
  return text
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
