/** Properties of a piece of an expression that allow a search in a long text without trying each position. */
export interface RegexShape {
  /** Set when the piece is one character of this class. */
  unit?: string;
  /** A text that every match contains. */
  literal?: string;
  /** The only character that a match can start with. */
  first?: string;
  /** Character class of an unbounded repetition at its start. */
  lead?: string;
  /** Matches only at the start of the text. */
  isAnchored?: boolean;
  /** Ends with an unbounded repetition of one character, which cannot fail at the end of an expression. */
  isFreeEnd?: boolean;
  /** Ends with a repetition of one character. */
  isRepeatedEnd?: boolean;
  /** Repetitions with a large maximum, which can split a text in many ways. */
  wide: readonly WideRepetition[];
}

export interface WideRepetition {
  /** Character class of the repeated piece, if it is one character. */
  unit?: string;
  /** The piece after it starts with a character outside of the class, so the repetition can end in one way only. */
  isDelimited?: boolean;
  /** The repeated piece is longer than a character, so that even a short text can be split in many ways. */
  isNested?: boolean;
}

/** Repetitions up to this maximum do not count as wide. */
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

export const lookaroundShape = ({ wide }: RegexShape): RegexShape => ({ wide });

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
 * Whether a search visits each position of a text a bounded number of times. One repetition does when no other
 * attempt can start within it; several do when each can also end in one way only.
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

/**
 * Marks the repetition at a piece's end as delimited, if the next piece starts with a character outside of its class.
 */
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
      // Prefers the later of two: the search looks for the start of the expression anyway.
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
