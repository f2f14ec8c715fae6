/** Options of a JVM as an argument file, one a line, quoted as the java launcher reads them: command lines can be read by everybody on a machine. */
export function formatArguments(args: readonly string[]): string {
  const quoted = (text: string) =>
    text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return args.map((argument) => `"${quoted(argument)}"\n`).join('');
}
