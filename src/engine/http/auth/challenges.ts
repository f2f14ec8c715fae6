/** A challenge: parameters by lower-case name. */
export type Challenge = ReadonlyMap<string, string>;

/** Challenges by lower-case scheme. As in HttpClient, each header is one challenge; the last one of a scheme wins. */
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

/** Parses `a="b", c=d`; text after a semicolon is ignored. */
function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [element] of text.matchAll(/(?:"(?:\\.|[^"\\])*"?|[^,"])+/g)) {
    const name = /^[^=;,]*/.exec(element)?.[0] ?? '';
    // A comma within quotes, in the name.
    if (name.trim() === '' || element[name.length] === ',') {
      continue;
    }
    const rest = element[name.length] === '=' ? element.slice(name.length + 1).trimStart() : '';
    const value = /^("(?:\\.|[^"\\])*")\s*(?:;|$)/s.exec(rest)?.[1] ?? rest.split(';', 1)[0] ?? '';
    parameters.set(name.trim().toLowerCase(), unquoted(value.trim()));
  }
  return parameters;
}

const unquoted = (value: string) =>
  /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value;
