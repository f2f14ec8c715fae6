/** Differences between runs of the same plan in our engine and in Apache JMeter. */
export interface FactsComparison {
  differences: string[];
  /** Lists whose lengths differ between runs. */
  varying: string[];
}

/**
 * Compares facts of at least one run per engine. A value is equal when a run of each engine has it. Values that
 * differ between the runs of Apache JMeter (random numbers, times, the order between users) are not compared; of a
 * text, only the words that differ are excluded.
 */
export function compareFacts(ours: readonly unknown[], apache: readonly unknown[]): FactsComparison {
  const found: FactsComparison = { differences: [], varying: [] };
  compareValues(ours, apache, '', found);
  return found;
}

function compareValues(
  ours: readonly unknown[],
  apache: readonly unknown[],
  path: string,
  found: FactsComparison,
): void {
  if (areAll(ours, Array.isArray) && areAll(apache, Array.isArray)) {
    compareLists(ours, apache, path, found);
  } else if (areAll(ours, isRecord) && areAll(apache, isRecord)) {
    for (const name of new Set([...ours, ...apache].flatMap(Object.keys))) {
      const of = (run: Record<string, unknown>) => run[name];
      compareValues(ours.map(of), apache.map(of), path === '' ? name : `${path}.${name}`, found);
    }
  } else if (!ours.some((each) => apache.includes(each)) && !doesVaryAlike(ours, apache)) {
    const [own, other] = [ours[0], apache[0]];
    found.differences.push(`${path}: ${shown(own, other)}, not ${shown(other, own)}`);
  }
}

function compareLists(
  ours: readonly (readonly unknown[])[],
  apache: readonly (readonly unknown[])[],
  path: string,
  found: FactsComparison,
): void {
  const own = new Set(ours.map(({ length }) => length));
  const others = new Set(apache.map(({ length }) => length));
  const isShared = [...own].some((length) => others.has(length));
  if (others.size > 1 || (own.size > 1 && isShared)) {
    found.varying.push(path);
    return;
  }
  if (!isShared) found.differences.push(`${path}: ${[...own][0]}, not ${[...others][0]}`);
  for (let index = 0; index < Math.min(...own, ...others); index++) {
    const at = (list: readonly unknown[]) => list[index];
    compareValues(ours.map(at), apache.map(at), `${path}[${index}]`, found);
  }
}

/** Whether values that vary in Apache JMeter have the same constant parts in ours. */
function doesVaryAlike(ours: readonly unknown[], apache: readonly unknown[]): boolean {
  if (new Set(apache).size === 1) return false;
  if (!areAll(ours, isText) || !areAll(apache, isText)) return true;
  const words = apache.map(wordsOf);
  const [first = []] = words;
  // Texts with different numbers of words vary as a whole.
  if (words.some(({ length }) => length !== first.length)) return true;
  const isFixed = first.map((word, index) => words.every((each) => each[index] === word));
  return ours
    .map(wordsOf)
    .some(
      (own) =>
        own.length === first.length && first.every((word, index) => !isFixed[index] || word === own[index]),
    );
}

const wordsOf = (text: string) => text.match(/\w+|\W/g) ?? [];

const areAll = <T>(values: readonly unknown[], is: (value: unknown) => value is T): values is readonly T[] =>
  values.every(is);

const isText = (value: unknown): value is string => typeof value === 'string';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shownLength = 160;

/** The part of a value around the first difference. */
function shown(value: unknown, other: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  const others = JSON.stringify(other) ?? '';
  if (text.length <= shownLength) return text;
  let at = 0;
  while (at < text.length && text[at] === others[at]) at += 1;
  const from = Math.max(0, at - 40);
  return `${from > 0 ? '…' : ''}${text.slice(from, from + shownLength)}${from + shownLength < text.length ? '…' : ''}`;
}
