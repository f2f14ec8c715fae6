import type { ThresholdResult } from './threshold.ts';

/** Matches hosts: a URL with scheme, an IPv4 address, or a name with a port. */
const hosts =
  /\b[a-z][a-z\d+.-]*:\/\/[^\s/?#"'<>\\]*|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\d.])|(?<![\w.-])(?:[\w-]+\.)+[\w-]+:\d{2,5}\b/gi;

/** Removes hosts from a text for public pages; paths are kept. */
export function withoutHosts(text: string): string {
  return text.replace(hosts, (host, offset: number, whole: string) =>
    whole[offset + host.length] === '/' ? '' : '/',
  );
}

/** Removes hosts from labels in thresholds. */
export function withoutHostsIn(thresholds: readonly ThresholdResult[]): ThresholdResult[] {
  return thresholds.map((each) => ({
    ...each,
    expression: withoutHosts(each.expression),
    requirement: withoutHosts(each.requirement),
    text: withoutHosts(each.text),
  }));
}

/** Public name of each label; labels that differ only in the host are numbered. */
export function shownLabels(labels: readonly string[]): Map<string, string> {
  const shown = new Map<string, string>();
  const taken = new Set(labels.filter((label) => withoutHosts(label) === label));
  for (const label of labels.toSorted()) {
    const plain = withoutHosts(label);
    let name = plain;
    for (let number = 2; plain !== label && taken.has(name); number++) name = `${plain} (${number})`;
    taken.add(name);
    shown.set(label, name);
  }
  return shown;
}
