/** What is known of a piece of an expression beyond its source: how to look for it in a long text without trying each place. */
export interface RegexShape {
  /** It is one character of this class. */
  unit?: string;
  /** A text that is in every match. */
  literal?: string;
  /** The one character that it begins with. */
  first?: string;
  /** It begins with an open repetition of this class. */
  lead?: string;
  /** It can begin only where the text begins. */
  isAnchored?: boolean;
  /** It ends with an open repetition of one character, which at the end of an expression has nothing to fail for. */
  isFreeEnd?: boolean;
  /** It ends with a repetition of one character. */
  isRepeatedEnd?: boolean;
  /** Repetitions that may take very many characters, and so may have many ways to share them out. */
  wide: readonly WideRepetition[];
}

export interface WideRepetition {
  /** The class of what is repeated, if it is one character. */
  unit?: string;
  /** What follows cannot be part of it, so there is only one way for it to end. */
  isDelimited?: boolean;
  /** What is repeated is more than a character, so that there may be many ways to share out even a short text. */
  isNested?: boolean;
}

/** A repetition up to here tries so few ways that it counts for none. */
const narrow = 64;

export function unitShape(source: string): RegexShape {
  const character = characterOf(source);
  return {
    unit: source,
    wide: [],
    ...(character !== undefined && { literal: character, first: character }),
  };
}

export const assertionShape = (isAnchored: boolean): RegexShape => ({ isAnchored, wide: [] });

export const lookShape = ({ wide }: RegexShape): RegexShape => ({ wide });

export const groupShape = ({ unit: _, ...inner }: RegexShape): RegexShape => inner;

export function repeatedShape({ unit, wide }: RegexShape, least: number, most: number): RegexShape {
  if (unit === undefined) {
    return { wide: most > 1 ? [...wide, { isNested: true }] : wide };
  }
  return {
    wide: most > narrow ? [...wide, { unit }] : wide,
    isRepeatedEnd: true,
    ...(most === Number.POSITIVE_INFINITY && { lead: unit, isFreeEnd: least <= 1 }),
  };
}

export function choiceShape(branches: readonly RegexShape[]): RegexShape {
  const [only] = branches;
  return branches.length === 1 && only ? only : { wide: branches.flatMap(({ wide }) => wide) };
}

export function sequenceShape(pieces: readonly RegexShape[]): RegexShape {
  const [beginning] = pieces;
  const literal = longestLiteral(pieces);
  return {
    wide: pieces.flatMap((piece, index) => delimit(piece, pieces[index + 1]?.first)),
    ...(literal !== '' && { literal }),
    ...(beginning?.first !== undefined && { first: beginning.first }),
    ...(beginning?.lead !== undefined && { lead: beginning.lead }),
    isAnchored: beginning?.isAnchored === true,
    isFreeEnd: pieces.at(-1)?.isFreeEnd === true,
    isRepeatedEnd: pieces.at(-1)?.isRepeatedEnd === true,
  };
}

/**
 * Whether a search goes over each place of a text a fixed number of times at most. One repetition does when no other
 * attempt can begin within it; several do when each also has only one way to end.
 */
export function isQuick({ wide, isFreeEnd, lead, isAnchored, first }: RegexShape): boolean {
  if (wide.some(({ isNested }) => isNested)) {
    return false;
  }
  const costly = isFreeEnd ? wide.slice(0, -1) : wide;
  const isAlone = costly.length === 1 && (lead !== undefined || isAnchored === true);
  return (
    isAlone ||
    costly.every(
      ({ unit, isDelimited }) =>
        (isDelimited || costly.length === 1) &&
        (isAnchored || (first !== undefined && excludes(unit, first))),
    )
  );
}

/** The repetition that a piece ends with is followed by what follows the piece. */
function delimit({ wide, isRepeatedEnd }: RegexShape, next: string | undefined): readonly WideRepetition[] {
  const last = wide.at(-1);
  return last && isRepeatedEnd && next !== undefined && excludes(last.unit, next)
    ? [...wide.slice(0, -1), { ...last, isDelimited: true }]
    : wide;
}

function excludes(unit: string | undefined, character: string): boolean {
  return unit !== undefined && !new RegExp(unit).test(character);
}

function longestLiteral(pieces: readonly RegexShape[]): string {
  let [longest, run] = ['', ''];
  for (const { unit, literal = '' } of pieces) {
    run = unit === undefined ? '' : literal && run + literal;
    for (const each of [run, literal]) {
      // The later one, for a beginning is what the search looks for anyway.
      longest = each.length >= longest.length ? each : longest;
    }
  }
  return longest;
}

function characterOf(source: string): string | undefined {
  if (/^\w$/.test(source)) {
    return source;
  }
  const [, hex] = /^\\u([0-9a-f]{4})$/i.exec(source) ?? [];
  return hex === undefined ? undefined : String.fromCharCode(Number.parseInt(hex, 16));
}
