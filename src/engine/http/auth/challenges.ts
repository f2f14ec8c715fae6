/** What a server asks for: its parameters by their names in lower case. */
export type Challenge = ReadonlyMap<string, string>;

/** By scheme, in lower case. Each header is one challenge, as HttpClient has it, and of two for a scheme the last counts. */
export function readChallenges(head: string, headerName: string): Map<string, Challenge> {
  const challenges = new Map<string, Challenge>();
  const prefix = `${headerName.toLowerCase()}:`;
  for (const line of head.split('\n')) {
    if (line.slice(0, prefix.length).toLowerCase() === prefix) {
      const value = line.slice(prefix.length).trim();
      const scheme = /^\S*/.exec(value)?.[0] ?? '';
      challenges.set(scheme.toLowerCase(), readParameters(value.slice(scheme.length)));
    }
  }
  return challenges;
}

/** `a="b", c=d`; what stands behind a semicolon belongs to nobody. */
function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [element] of text.matchAll(/(?:"(?:\\.|[^"\\])*"?|[^,"])+/g)) {
    const [, name = '', value] =
      /^\s*([^=;,]*?)\s*(?:=\s*("(?:\\.|[^"\\])*"|[^;]*))?\s*(?:;.*)?$/s.exec(element) ?? [];
    if (name !== '') {
      parameters.set(name.toLowerCase(), unquoted((value ?? '').trim()));
    }
  }
  return parameters;
}

const unquoted = (value: string) =>
  /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
