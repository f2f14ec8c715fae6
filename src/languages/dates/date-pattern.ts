import { dateLetters } from './date-letters.ts';

/** A piece of a Java date pattern: literal text, or a letter with its number of repetitions. */
export type DatePart = string | { letter: string; count: number };

/** Parses a pattern of Java's DateTimeFormatter; undefined when it contains something unproven. */
export function parseDatePattern(pattern: string): DatePart[] | undefined {
  const parts: DatePart[] = [];
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at] ?? '';
    if (/[A-Za-z]/.test(character)) {
      let end = at;
      while (pattern[end] === character) {
        end += 1;
      }
      if (!dateLetters[character]?.counts.includes(end - at)) {
        return undefined;
      }
      parts.push({ letter: character, count: end - at });
      at = end;
    } else if (character === "'") {
      const quoted = readQuoted(pattern, at);
      if (quoted === undefined) {
        return undefined;
      }
      parts.push(quoted.text);
      at = quoted.end;
    } else if ('[]{}#'.includes(character)) {
      return undefined;
    } else {
      parts.push(character);
      at += 1;
    }
  }
  return parts;
}

function readQuoted(pattern: string, start: number): { text: string; end: number } | undefined {
  let text = '';
  for (let at = start + 1; at < pattern.length; at++) {
    if (pattern[at] !== "'") {
      text += pattern[at];
    } else if (pattern[at + 1] === "'") {
      text += "'";
      at += 1;
    } else {
      return { text: text === '' ? "'" : text, end: at + 1 };
    }
  }
  return undefined;
}

/** Only patterns whose parts have a fixed width can parse dates. */
const readable: Record<string, number> = { yyyy: 4, MM: 2, dd: 2, HH: 2, mm: 2, ss: 2 };

/** Number of digits of a part, when dates can be parsed by it. */
export function widthToRead({ letter, count }: { letter: string; count: number }): number | undefined {
  return letter === 'S' ? count : readable[letter.repeat(count)];
}

/** Whether the engine parses dates by a pattern as Java does: a full date, and a time from the hour down. */
export function isReadablePattern(pattern: string): boolean {
  const parts = parseDatePattern(pattern);
  if (!parts) {
    return false;
  }
  const fields = parts.filter((part) => typeof part === 'object');
  const letters = fields.map((field) => field.letter).join('');
  const time = [...'HmsS'].filter((letter) => letters.includes(letter)).join('');
  return (
    fields.every((field) => widthToRead(field) !== undefined) &&
    [...'yMd'].every((letter) => letters.includes(letter)) &&
    new Set(letters).size === letters.length &&
    'HmsS'.startsWith(time)
  );
}

/** Whether a pattern formats names, which depend on the language. */
export const hasNames = (pattern: string): boolean =>
  hasField(
    pattern,
    ({ letter, count }) => 'EaG'.includes(letter) || ('MLQqec'.includes(letter) && count > 2),
  );

/** Whether a pattern has week numbers or days of the week, which depend on the country. */
export const hasWeeks = (pattern: string): boolean =>
  hasField(pattern, ({ letter }) => 'YwWec'.includes(letter));

const hasField = (pattern: string, isWanted: (field: { letter: string; count: number }) => boolean) =>
  (parseDatePattern(pattern) ?? []).some((part) => typeof part === 'object' && isWanted(part));
