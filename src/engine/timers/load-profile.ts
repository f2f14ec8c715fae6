/** Samples per second at the start and the end, and the duration in seconds. */
export type LoadRow = readonly [from: number, to: number, seconds: number];

/** Property that overrides the plan: `const(10,30s) line(10,20,1m) step(5,25,5,1h)`. */
export function parseLoadProfile(text: string): { rows: LoadRow[]; ignored: string[] } {
  const rows: LoadRow[] = [];
  const ignored: string[] = [];
  for (const chunk of text.replace(/\)+$/, '').split(')')) {
    try {
      rows.push(...parseChunk(chunk));
    } catch {
      ignored.push(chunk);
    }
  }
  return { rows, ignored };
}

function parseChunk(chunk: string): LoadRow[] {
  const [kind = '', ...args] = chunk.split(/[(,]/);
  const whole = (index: number) => requireInt((args[index] ?? '').trim());
  const seconds = (index: number) => secondsOf((args[index] ?? '').trim());
  switch (kind.trim().toLowerCase()) {
    case 'const':
      return [[whole(0), whole(0), seconds(1)]];
    case 'line':
      return [[whole(0), whole(1), seconds(2)]];
    case 'step':
      return steps(whole(0), whole(1), whole(2), seconds(3));
    default:
      throw new Error(`Unknown load type: ${kind}`);
  }
}

/** A descending profile omits the last step. */
function steps(from: number, to: number, step: number, seconds: number): LoadRow[] {
  const change = step * (from > to ? -1 : 1);
  if (change === 0) {
    throw new Error('A step must lead somewhere');
  }
  const rows: LoadRow[] = [];
  for (let level = from; change > 0 ? level <= to : level > to; level += change) {
    rows.push([level, level, seconds]);
  }
  return rows;
}

const units: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `1h30m`; a plain number is seconds. */
function secondsOf(text: string): number {
  if (text === '') {
    throw new Error('no time');
  }
  let sum = 0;
  for (const [part, digits, unit = 's'] of text.matchAll(/(\d*)(\D)?/g)) {
    if (part !== '') {
      const factor = units[unit.toLowerCase()];
      if (factor === undefined) {
        throw new Error(`Shorthand string does not allow using '${unit}'`);
      }
      sum += requireInt(digits ?? '') * factor;
    }
  }
  return sum;
}

function requireInt(text: string): number {
  if (!/^[+-]?\d{1,10}$/.test(text)) {
    throw new Error(`For input string: "${text}"`);
  }
  return Number(text);
}
