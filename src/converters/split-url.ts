/** Parts of a URL, as in an HTTP sampler. They may contain variables and functions of JMeter. */
export interface UrlParts {
  protocol: string;
  host: string;
  /** Empty for the default port. */
  port: string;
  /** With the query. */
  path: string;
}

/**
 * Splits a template. Undefined if the URL starts with a variable: JMeter then evaluates it as a whole at run time.
 */
export function splitUrl(url: string): UrlParts | undefined {
  const [, protocol = '', rest = ''] = /^(https?):\/\/(.*)$/is.exec(url) ?? [];
  if (protocol === '') return undefined;
  const end = findOutside(rest, /[/?#]/);
  const authority = end === -1 ? rest : rest.slice(0, end);
  const path = end === -1 ? '/' : rest.slice(end);
  const colon = authority.startsWith('[')
    ? authority.indexOf(':', authority.indexOf(']'))
    : findOutside(authority, /:/);
  return {
    protocol: protocol.toLowerCase(),
    host: colon === -1 ? authority : authority.slice(0, colon),
    port: colon === -1 ? '' : authority.slice(colon + 1),
    path: (path.startsWith('/') ? path : `/${path}`).replace(/#.*$/s, ''),
  };
}

/** Index of the first matching character that is not within `${…}`. */
function findOutside(text: string, pattern: RegExp): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith('${', at)) depth += 1;
    else if (depth > 0 && text[at] === '}') depth -= 1;
    else if (depth === 0 && pattern.test(text[at] ?? '')) return at;
  }
  return -1;
}
