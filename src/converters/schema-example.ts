import { isObject, type Json } from './parse-document.ts';
import type { RefResolver } from './resolve-refs.ts';

const maxDepth = 8;
const maxValues = 2_000;

/** Creates an example of a JSON schema: given examples and defaults first, then the first allowed value. */
export function exampleOf(schema: unknown, refs: RefResolver): unknown {
  let left = maxValues;
  // A schema that contains itself ends at its second occurrence.
  const open = new Set<unknown>();

  const make = (value: unknown, depth: number): unknown => {
    const own = refs.resolve(value);
    left -= 1;
    if (!own || depth > maxDepth || left <= 0 || open.has(own)) return undefined;
    open.add(own);
    const made = makeOwn(own, depth);
    open.delete(own);
    return made;
  };

  const makeOwn = (own: Json, depth: number): unknown => {
    const given = givenExample(own);
    if (given !== undefined) return given;
    if (Array.isArray(own.allOf)) return merge([own, ...own.allOf], depth);
    const [first] = [own.oneOf, own.anyOf].flatMap((each) => (Array.isArray(each) ? each : []));
    if (first !== undefined) return make(first, depth + 1);
    switch (typeOf(own)) {
      case 'object':
        return objectOf(own, depth);
      case 'array': {
        const item = make(own.items, depth + 1);
        return item === undefined ? [] : [item];
      }
      case 'integer':
        return Math.ceil(numberOf(own, 1));
      case 'number':
        return numberOf(own, 1.5);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return textFor(own);
    }
  };

  const objectOf = (schemaOfObject: Json, depth: number): Json => {
    const made: Json = {};
    const properties = isObject(schemaOfObject.properties) ? schemaOfObject.properties : {};
    for (const [name, property] of Object.entries(properties)) {
      if (refs.resolve(property)?.readOnly === true) continue;
      const value = make(property, depth + 1);
      if (value !== undefined) made[name] = value;
    }
    return made;
  };

  const merge = (parts: readonly unknown[], depth: number): unknown => {
    const values = parts.map((part, index) => {
      const own = refs.resolve(part);
      return index === 0 && own ? objectOf(own, depth) : make(part, depth + 1);
    });
    if (values.slice(1).some((value) => value !== undefined && !isObject(value))) return values.at(-1);
    return Object.assign({}, ...values.filter(isObject));
  };

  return make(schema, 0);
}

function givenExample(schema: Json): unknown {
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.const !== undefined) return schema.const;
  return Array.isArray(schema.enum) ? schema.enum[0] : undefined;
}

function typeOf({ type, properties, items }: Json): string {
  const named = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  if (typeof named === 'string') return named;
  return isObject(properties) ? 'object' : items === undefined ? 'string' : 'array';
}

function numberOf({ minimum, maximum, exclusiveMinimum }: Json, usual: number): number {
  const least =
    typeof minimum === 'number'
      ? minimum
      : typeof exclusiveMinimum === 'number'
        ? exclusiveMinimum + 1
        : usual;
  const value = Math.max(least, usual);
  return typeof maximum === 'number' ? Math.min(value, maximum) : value;
}

const formats = new Map<unknown, string>([
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T12:00:00Z'],
  ['time', '12:00:00Z'],
  ['email', 'user@example.com'],
  ['uuid', '7d444840-9dc0-41d1-b245-5ffdce74fad2'],
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['byte', 'dGV4dA=='],
  ['password', 'password'],
]);

function textFor({ format, minLength, maxLength }: Json): string {
  const text = formats.get(format) ?? 'text';
  const least = typeof minLength === 'number' ? Math.min(minLength, 1_000) : 0;
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  return text.padEnd(least, 'x').slice(0, Math.max(most, 0));
}
