/** One step of an Open Model Thread Group: a rate in users per second, or a time in seconds in which users arrive. */
export type ScheduleStep = { rate: number } | { arrivals: 'even' | 'random'; seconds: number };

/** Invalid in JMeter too: such a schedule starts no virtual users. */
export class BrokenSchedule extends Error {}

/** `rate(2/sec) random_arrivals(1 min) pause(5 s) rate(3 per min)`, as JMeter 5.6 reads it. */
export function parseSchedule(text: string): ScheduleStep[] {
  if (/^[+-]?\d{1,10}$/.test(text)) {
    // Undocumented in JMeter: a plain number starts this many users within one second, followed by an hour without
    // arrivals.
    const rate = Number(text);
    return [
      { rate },
      { arrivals: 'even', seconds: 1 },
      { rate },
      { rate: 0 },
      { arrivals: 'even', seconds: 3600 },
    ];
  }
  return new Parser(text).parse();
}

const patterns = {
  blank: /[ \t\n\v\f\r]+|\/\*(?:(?!\*\/)[^\n\r\u0085\u2028\u2029])*\*\/|\/\/[^\n\r]*[\n\r]*/y,
  number: /\d+(?:\.\d+)?|\.\d+/y,
  word: /[A-Za-z][A-Za-z0-9_]*/y,
  sign: /[()/]/y,
};

interface Token {
  kind: 'number' | 'word' | 'sign';
  text: string;
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (kind: keyof typeof patterns) => {
    const pattern = patterns[kind];
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const blank = match('blank');
    if (blank) {
      at += blank.length;
      continue;
    }
    const kind = (['sign', 'number', 'word'] as const).find((each) => match(each) !== undefined);
    const found = kind && match(kind);
    if (!found) {
      throw new BrokenSchedule(`Unexpected input at position ${at}: '${text.slice(at, at + 20)}'`);
    }
    tokens.push({ kind, text: found.toLowerCase() });
    at += found.length;
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #lastRate = 0;

  constructor(text: string) {
    this.#tokens = tokenize(text);
  }

  parse(): ScheduleStep[] {
    const steps: ScheduleStep[] = [];
    while (this.#at < this.#tokens.length) {
      const { text } = this.#take('word', 'rate, random_arrivals, even_arrivals, or pause');
      if (text === 'rate') {
        this.#lastRate = this.#inParentheses(() => this.#rate());
        steps.push({ rate: this.#lastRate });
      } else if (text === 'random_arrivals' || text === 'even_arrivals') {
        const seconds = this.#inParentheses(() => this.#duration());
        steps.push({ arrivals: text === 'even_arrivals' ? 'even' : 'random', seconds });
      } else if (text === 'pause') {
        steps.push(...this.#pause(this.#inParentheses(() => this.#duration())));
      } else {
        throw new BrokenSchedule(`Unexpected input ${text}`);
      }
    }
    return steps;
  }

  #pause(seconds: number): ScheduleStep[] {
    const rate = this.#lastRate;
    const pause: ScheduleStep = { arrivals: 'even', seconds };
    return rate === 0 ? [pause, { rate }] : [{ rate }, { rate: 0 }, pause, { rate: 0 }, { rate }];
  }

  #inParentheses(read: () => number): number {
    this.#takeText('(');
    const value = read();
    this.#takeText(')');
    return value;
  }

  #rate(): number {
    const count = Number(this.#take('number', 'a number for the rate').text);
    if (count === 0 && this.#isNext(')')) {
      return 0;
    }
    this.#takeText('/', 'per');
    return count / this.#unit();
  }

  #duration(): number {
    let sum = 0;
    do {
      const value = Number(this.#take('number', 'a number for the duration').text);
      if (value === 0 && this.#isNext(')')) {
        break;
      }
      sum += value * this.#unit();
    } while (this.#tokens[this.#at]?.kind === 'number');
    return sum;
  }

  /** The next time unit, in seconds. */
  #unit(): number {
    const { text } = this.#take('word', 'a unit: sec, min, hour, day');
    const found = units.find(([pattern]) => pattern.test(text));
    if (!found) {
      throw new BrokenSchedule(`Unexpected time unit ${text}`);
    }
    return found[1];
  }

  #isNext(text: string): boolean {
    return this.#tokens[this.#at]?.text === text;
  }

  #take(kind: Token['kind'], expected: string): Token {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.kind !== kind) {
      throw new BrokenSchedule(`Expected ${expected}, got ${token?.text ?? 'the end'}`);
    }
    return token;
  }

  #takeText(...expected: string[]): void {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (!expected.includes(token?.text ?? '')) {
      throw new BrokenSchedule(`Expected ${expected.join(' or ')}, got ${token?.text ?? 'the end'}`);
    }
  }
}

const units: [pattern: RegExp, seconds: number][] = [
  [/^ms$/, 0.001],
  [/^(s$|sec)/, 1],
  [/^(m$|min)/, 60],
  [/^(h$|hour)/, 3600],
  [/^(d$|day)/, 86_400],
];
