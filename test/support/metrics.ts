/** Values of a page in the text format of Prometheus, by name and labels. */
export function metricsIn(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/** Names without labels. */
export function metricNamesIn(text: string): Set<string> {
  return new Set([...metricsIn(text).keys()].map((name) => name.replace(/\{.*/s, '')));
}
