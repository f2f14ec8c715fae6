import type { UnusedWord } from './not-used.ts';

export interface FoundWord {
  line: number;
  text: string;
  instead: string;
}

/** Every use of a word of the list, in the order of the lines. */
export function findWords(content: string, list: readonly UnusedWord[]): FoundWord[] {
  return content.split('\n').flatMap((line, index) =>
    list.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(line);
      return found === null ? [] : [{ line: index + 1, text: found[0], instead }];
    }),
  );
}
