import { classOf, JavaNumber, numberText } from '../java/java-number.ts';
import type { JsonValue } from './json-types.ts';
import { entriesOf, isObject } from './json-value.ts';

/** JSON as Jackson writes it. */
export function strictText(value: JsonValue): string {
  if (typeof value === 'string') {
    return quote(value);
  }
  if (typeof value === 'number' || value instanceof JavaNumber) {
    const text = numberText(value);
    return classOf(value) === 'Double' && /[a-z]$/.test(text) ? `"${text}"` : text;
  }
  if (Array.isArray(value)) {
    return `[${value.map(strictText).join(',')}]`;
  }
  return isObject(value)
    ? `{${entriesOf(value)
        .map(([name, inner]) => `${quote(name)}:${strictText(inner)}`)
        .join(',')}}`
    : String(value);
}

const named: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function quote(text: string): string {
  const escaped = text.replace(
    /["\\\u0000-\u001f]/g,
    (character) =>
      named[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}
