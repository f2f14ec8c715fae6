import { createReferenceFinder, dataReferences, isResourceName } from './data-references.ts';
import { modernizeExpressions } from './el.ts';
import type { Source } from './find-simulations.ts';
import { codeOnly, createLineFinder, type Segment, scanSource } from './scan-source.ts';

export interface Modernized {
  text: string;
  /** Sentences on what was changed, for the author of the script. */
  remarks: string[];
}

export interface Surroundings {
  /** All uploaded files. */
  names: readonly string[];
  /** Uploaded files with a changed copy of the same name on the class path. */
  changed?: ReadonlySet<string>;
  /** Folders of the script's files and results, if they differ from those of the hosted service. */
  paths?: { files: string; results: string };
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

const oldNames =
  /\.\s*(?:baseURLs?|asJSON|asXML|silentURI|disableResponseChunksDiscarding|extraInfoExtractor|disableClientSharing|(?:greater|less)Than(?:OrEqual)?|over)\b|\b(?:ELFileBody|WhiteList|BlackList|heavisideUsers)\b|\)\s*over\b|\)\s*\.\s*(?:batch|eager)\b|\bsession\s*\.\s*get\b/;

/** A copy of a source for the current Gatling, with line numbers preserved. */
export function modernizeSource(source: Source, surroundings: Surroundings): Modernized {
  const segments = scanSource(source.text, source.language);
  const edits: Edit[] = [];
  const remarks: string[] = [];
  const find = createReferenceFinder(surroundings.names);
  for (const reference of dataReferences(source)) {
    const found = find(reference.path);
    if (found.kind === 'elsewhere') {
      edits.push({ start: reference.start, end: reference.end, text: found.to });
      remarks.push(
        `${source.name}, line ${reference.line}: ${reference.use}("${reference.path}") is the uploaded ${found.to}.`,
      );
    } else if (
      found.kind === 'there' &&
      !isResourceName(reference.path) &&
      surroundings.changed?.has(found.name)
    ) {
      edits.push({ start: reference.start, end: reference.end, text: found.name });
    }
  }
  const all = [...edits, ...stringEdits(source, segments, edits, surroundings, remarks)];
  if (source.language === 'scala') all.push(...stubEdits(source, segments), ...importEdits(source, segments));
  return { text: applyEdits(source.text, all), remarks };
}

function stringEdits(
  source: Source,
  segments: readonly Segment[],
  made: readonly Edit[],
  surroundings: Surroundings,
  remarks: string[],
): Edit[] {
  const edits: Edit[] = [];
  const lines = new Set<number>();
  const lineOf = createLineFinder(source.text);
  // Both lists are in the order of the text.
  let next = 0;
  for (const { kind, start, end } of segments) {
    while ((made[next]?.start ?? Number.POSITIVE_INFINITY) < start) next += 1;
    const isTaken = (made[next]?.end ?? Number.POSITIVE_INFINITY) <= end;
    if (isTaken || (kind !== 'string' && kind !== 'interpolated')) {
      continue;
    }
    const before = source.text.slice(start, end);
    const modern = kind === 'string' ? modernizeExpressions(before) : modernizeInterpolated(before, source);
    if (modern !== before) {
      lines.add(lineOf(start));
    }
    const text = surroundings.paths ? movePaths(modern, surroundings.paths) : modern;
    if (text !== before) {
      edits.push({ start, end, text });
    }
  }
  if (lines.size > 0) {
    remarks.push(
      `${source.name}, line ${[...lines].slice(0, 10).join(', ')}${lines.size > 10 ? ', …' : ''}: expressions are written #{name} since Gatling 3.7; \${name} was converted.`,
    );
  }
  return edits;
}

/** In interpolated strings an expression had to be escaped. */
function modernizeInterpolated(text: string, source: Source): string {
  return source.language === 'kotlin'
    ? text.replaceAll(/\\\$\{([^{}]*)\}/g, '#{$1}')
    : text.replaceAll(/\$\$\{([^{}]*)\}/g, '#{$1}');
}

function movePaths(text: string, paths: { files: string; results: string }): string {
  return text
    .replaceAll(/\/data\/flood\/files(?=[/"])/g, () => paths.files)
    .replaceAll(/\/data\/flood\/results(?=[/"])/g, () => paths.results);
}

/** Removes an uploaded stub of the hosted service's object, which would shadow ours. */
function stubEdits(source: Source, segments: readonly Segment[]): Edit[] {
  const code = codeOnly(source.text, segments);
  const found = /\b(?:package\s+)?object\s+flood\b[^{\n]{0,500}\{/.exec(code);
  if (!found) {
    return [];
  }
  let end = found.index + found[0].length;
  for (let depth = 1; depth > 0 && end < code.length; end += 1) {
    depth += code[end] === '{' ? 1 : code[end] === '}' ? -1 : 0;
  }
  const text = source.text.slice(found.index, end).replaceAll(/[^\n]/g, '');
  return [{ start: found.index, end, text }];
}

/** Adds an import for old names without changing line numbers; sources that import `flood` have it already. */
function importEdits(source: Source, segments: readonly Segment[]): Edit[] {
  const code = codeOnly(source.text, segments);
  const place =
    /\bimport\s+io\.gatling\.http\.Predef\._/.exec(code) ??
    /\bimport\s+io\.gatling\.core\.Predef\._/.exec(code);
  if (!place || !oldNames.test(code) || /\bimport\s+(?:_root_\s*\.\s*)?flood\b/.test(code)) {
    return [];
  }
  const end = place.index + place[0].length;
  return [{ start: end, end, text: '; import _root_.spate.gatling.OldSyntax._' }];
}

/** Drops edits within the range of another edit. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let place = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start >= place) {
      result += text.slice(place, edit.start) + edit.text;
      place = edit.end;
    }
  }
  return result + text.slice(place);
}
