/** Safe HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | null | undefined | readonly Piece[];

/** A template that escapes all values except Html. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(strings.reduce((text, part, index) => text + show(values[index - 1]) + part));
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (char) => `&#${char.charCodeAt(0)};`);
}

function show(value: Piece): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return value.map(show).join('');
  return escapeHtml(String(value));
}
