/** JVM options as an argument file, one per line and quoted, because command lines are visible to all users. */
export function formatArguments(args: readonly string[]): string {
  const quoted = (text: string) =>
    text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return args.map((argument) => `"${quoted(argument)}"\n`).join('');
}
