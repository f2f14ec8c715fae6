/** Terminal colours; always used together with a word or sign. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  doubtful(text: string): string;
  faint(text: string): string;
  strong(text: string): string;
  link(text: string): string;
}

/** Colour of a verdict. */
export function paintTone(paint: Paint, tone: 'going' | 'good' | 'doubt' | 'bad'): (text: string) => string {
  switch (tone) {
    case 'good':
      return paint.good;
    case 'bad':
      return paint.bad;
    case 'doubt':
      return paint.doubtful;
    case 'going':
      return paint.strong;
  }
}

const same = (text: string) => text;

export const plainPaint: Paint = {
  good: same,
  bad: same,
  doubtful: same,
  faint: same,
  strong: same,
  link: same,
};

export function createPaint(): Paint {
  const code = (start: number, end: number) => (text: string) => `\u001b[${start}m${text}\u001b[${end}m`;
  return {
    good: code(32, 39),
    bad: code(31, 39),
    doubtful: code(33, 39),
    faint: code(2, 22),
    strong: code(1, 22),
    link: code(36, 39),
  };
}
