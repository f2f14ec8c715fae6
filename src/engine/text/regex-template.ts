/** `$1$` stands for a group; everything else for itself. */
export type TemplatePiece = string | number;

export function parseTemplate(template: string): TemplatePiece[] {
  const pieces: TemplatePiece[] = [];
  let at = 0;
  for (const found of template.matchAll(/\$(\d+)\$/g)) {
    if (found.index > at) {
      pieces.push(template.slice(at, found.index));
    }
    pieces.push(Number(found[1]));
    at = found.index + found[0].length;
  }
  if (at < template.length) {
    pieces.push(template.slice(at));
  }
  return pieces;
}

/** A group that matched nothing is written as Java writes it. */
export function fillTemplate(pieces: readonly TemplatePiece[], match: RegExpExecArray): string {
  let text = '';
  for (const piece of pieces) {
    text += typeof piece === 'string' ? piece : (match[piece] ?? 'null');
  }
  return text;
}
