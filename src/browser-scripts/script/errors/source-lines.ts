import { SourceMap } from 'node:module';
import { compiledName } from '../compiled-name.ts';
import type { CompiledScript } from '../contract.ts';

export interface Place {
  file: string;
  line: number;
  column: number;
}

/** Maps positions in the bundled text to lines of the script. */
export class SourceLines {
  readonly #map: SourceMap | null;
  readonly #sources: Map<string, string[]>;

  constructor(script: CompiledScript) {
    const payload = script.sourceMap === '' ? null : JSON.parse(script.sourceMap);
    this.#map = payload === null ? null : new SourceMap(payload);
    const contents: string[] = payload?.sourcesContent ?? [];
    this.#sources = new Map(
      contents.map((text, index) => [String(payload.sources[index]), text.split(/\r?\n/)]),
    );
  }

  /** The first position of a stack within the script. */
  placeOf(stack: string): Place | null {
    for (const line of stack.split('\n')) {
      const place = this.#place(line);
      if (place !== null) return place;
    }
    return null;
  }

  /** The frames of a stack that belong to the script, with its lines. */
  frames(stack: string): string[] {
    return stack.split('\n').flatMap((line) => {
      const place = this.#place(line);
      if (place === null) return [];
      const name = /^\s*at (?:async )?([^\s(]+) \(/.exec(line)?.[1];
      const at = `${place.file}:${place.line}:${place.column}`;
      return [`    at ${name === undefined ? at : `${name} (${at})`}`];
    });
  }

  /** The line of a place with a caret below its column. */
  excerpt({ file, line, column }: Place): string[] {
    const text = this.#sources.get(file)?.[line - 1];
    if (text === undefined) return [];
    const margin = `${line} | `;
    const lead = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
    return [`${margin}${text}`, `${' '.repeat(margin.length)}${lead}^`];
  }

  #place(frame: string): Place | null {
    const found = position.exec(frame);
    if (found === null || this.#map === null) return null;
    const entry = this.#map.findEntry(Number(found[1]) - 1, Number(found[2]) - 1);
    if (!('originalSource' in entry)) return null;
    return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  }
}

const position = new RegExp(`${RegExp.escape(compiledName)}:(\\d+):(\\d+)`);
