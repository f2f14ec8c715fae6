/** The first documentation comment: its first line names the test, the others describe it. */
export function readTitle(source: string): { title: string; description: string } {
  const comment = /\/\*\*(?!\/)([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  const lines = comment
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .filter((line) => line !== '');
  return { title: lines[0] ?? '', description: lines.slice(1).join('\n') };
}
