import { dateLetters } from './date-letters.ts';

/** A piece of a Java date pattern: text as it is, or a letter with how often it stands there. */
export type DatePart = string | { letter: string; count: number };

/** Reads a pattern of Java's DateTimeFormatter, or returns undefined when it has something in it that is not proven. */
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

/** Dates are read only by patterns whose parts all have one width. */
const readable: Record<string, number> = { yyyy: 4, MM: 2, dd: 2, HH: 2, mm: 2, ss: 2 };

/** How many digits a part has, when dates can be read by it. */
export function widthToRead({ letter, count }: { letter: string; count: number }): number | undefined {
  return letter === 'S' ? count : readable[letter.repeat(count)];
}

/** Whether our engine reads dates by a pattern as Java does: a whole date, and a time from the hour down. */
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

/** Whether a pattern writes names, which differ by language. */
export const hasNames = (pattern: string): boolean =>
  hasField(
    pattern,
    ({ letter, count }) => 'EaG'.includes(letter) || ('MLQqec'.includes(letter) && count > 2),
  );

/** Whether a pattern counts weeks or their days, which differ by country. */
export const hasWeeks = (pattern: string): boolean =>
  hasField(pattern, ({ letter }) => 'YwWec'.includes(letter));

const hasField = (pattern: string, isWanted: (field: { letter: string; count: number }) => boolean) =>
  (parseDatePattern(pattern) ?? []).some((part) => typeof part === 'object' && isWanted(part));
