import { javaSplit } from '../languages/java/java-split.ts';
import { argumentsIn } from './arguments-in.ts';
import type { ContainedElement } from './plan-contents.ts';

/** Invalid addresses and ports of a Backend Listener, as predicates of a sentence. Variables are not checked. */
export function backendProblems({ kind, isEnabled, texts }: ContainedElement): string[] {
  if (!isEnabled || !/(?:^|\.)BackendListener$/.test(kind)) {
    return [];
  }
  const given = new Map(argumentsIn(texts).map(({ name, value }) => [name, value]));
  const address = given.get('influxdbUrl');
  const port = given.get('graphitePort');
  const isUdp = given.get('influxdbMetricsSender')?.endsWith('.UdpMetricsSender') ?? false;
  return [
    ...(address === undefined || address.includes('${') || isAddress(address, isUdp)
      ? []
      : [
          `has "${withoutSecrets(address)}" for influxdbUrl, which is not a valid address: the run ends before its first sample. Use ${isUdp ? 'host:8089' : 'http://host:8086/write?db=name'}.`,
        ]),
    ...(port !== undefined && /^\d+$/.test(port) && Number(port) > 65_535
      ? [`has ${port} for graphitePort, which is not a valid port: nothing is sent.`]
      : []),
  ];
}

/** The checks that Java makes before anything is sent. */
const isAddress = (text: string, isUdp: boolean) =>
  isUdp ? javaSplit(text, ':').length === 2 : /^\s*(?:https?|ftp|file|jar):/i.test(text);

/** Removes credentials, as in `me:word@host` or `?u=me&p=word`: warnings have more readers than the plan. */
function withoutSecrets(address: string): string {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(address)?.[0] ?? '';
  const place = address.slice(scheme.length).replace(/[?#&;].*$/s, '…');
  const isCutBeforeHost = address.includes('@') && !place.includes('@');
  return scheme + (isCutBeforeHost ? '…' : place.replace(/^.*@/s, '…@'));
}
