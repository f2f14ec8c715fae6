import type { ThresholdResult } from '../domain/threshold.ts';

/** An address with its scheme, one with four numbers, or a name with a port; what follows the host is left. */
const hosts =
  /\b[a-z][a-z\d+.-]*:\/\/[^\s/?#"'<>\\]*|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\d.])|(?<![\w.-])(?:[\w-]+\.)+[\w-]+:\d{2,5}\b/gi;

/** A text as the public may read it: of an address only the path, because targets are nobody else's business. */
export function withoutHosts(text: string): string {
  return text.replace(hosts, (host, offset: number, whole: string) =>
    whole[offset + host.length] === '/' ? '' : '/',
  );
}

/** Thresholds name labels, in their expressions and in what was found. */
export function withoutHostsIn(thresholds: readonly ThresholdResult[]): ThresholdResult[] {
  return thresholds.map((each) => ({
    ...each,
    expression: withoutHosts(each.expression),
    requirement: withoutHosts(each.requirement),
    text: withoutHosts(each.text),
  }));
}

/** What strangers read instead of each label. Those that differ only in their host are numbered. */
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
