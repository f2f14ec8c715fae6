/** What differs between our engine and several runs of the same plan in Apache JMeter. */
export interface FactsComparison {
  differences: string[];
  /** Lists whose lengths differ between runs of Apache JMeter itself. */
  varying: string[];
}

/**
 * Compares facts of one run with those of one or more runs in Apache JMeter. What differs between the runs of Apache JMeter
 * (random numbers, times, the order between users) is not compared: of a text, the words that differ.
 */
export function compareFacts(ours: unknown, apache: readonly unknown[]): FactsComparison {
  const found: FactsComparison = { differences: [], varying: [] };
  compareValues(ours, apache, '', found);
  return found;
}

function compareValues(
  ours: unknown,
  apache: readonly unknown[],
  path: string,
  found: FactsComparison,
): void {
  const [first] = apache;
  if (apache.every((each) => Array.isArray(each)) && Array.isArray(ours)) {
    compareLists(ours, apache, path, found);
  } else if (apache.every(isRecord) && isRecord(ours)) {
    const names = new Set([ours, ...apache].flatMap(Object.keys));
    for (const name of names) {
      const values = apache.map((each) => each[name]);
      compareValues(ours[name], values, path === '' ? name : `${path}.${name}`, found);
    }
  } else if (apache.every((each) => each === first)) {
    if (ours !== first) found.differences.push(`${path}: ${shown(ours, first)}, not ${shown(first, ours)}`);
  } else if (typeof ours === 'string' && apache.every((each) => typeof each === 'string')) {
    compareTexts(ours, apache, path, found);
  }
}

function compareLists(
  ours: readonly unknown[],
  apache: readonly (readonly unknown[])[],
  path: string,
  found: FactsComparison,
): void {
  const lengths = apache.map(({ length }) => length);
  const [length = 0] = lengths;
  if (lengths.some((each) => each !== length)) {
    found.varying.push(path);
    return;
  }
  if (ours.length !== length) found.differences.push(`${path}: ${ours.length}, not ${length}`);
  for (let index = 0; index < Math.min(length, ours.length); index++) {
    const values = apache.map((each) => each[index]);
    compareValues(ours[index], values, `${path}[${index}]`, found);
  }
}

/** Texts with the same number of words are compared word by word; others vary as a whole. */
function compareTexts(ours: string, apache: readonly string[], path: string, found: FactsComparison): void {
  const words = apache.map(wordsOf);
  const own = wordsOf(ours);
  const [first = []] = words;
  if (words.some(({ length }) => length !== first.length)) return;
  const isSame =
    own.length === first.length &&
    first.every((word, index) => word === own[index] || words.some((each) => each[index] !== word));
  if (!isSame) {
    const [text = ''] = apache;
    found.differences.push(`${path}: ${shown(ours, text)}, not ${shown(text, ours)}`);
  }
}

const wordsOf = (text: string) => text.match(/\w+|\W/g) ?? [];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shownLength = 160;

/** The part of a value around the first character that another one does not have. */
function shown(value: unknown, other: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  const others = JSON.stringify(other) ?? '';
  if (text.length <= shownLength) return text;
  let at = 0;
  while (at < text.length && text[at] === others[at]) at += 1;
  const from = Math.max(0, at - 40);
  return `${from > 0 ? '…' : ''}${text.slice(from, from + shownLength)}${from + shownLength < text.length ? '…' : ''}`;
}
