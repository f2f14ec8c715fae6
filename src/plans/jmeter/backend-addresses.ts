import { javaSplit } from './java-split.ts';
import type { JmxElement } from './jmx.ts';

/** What a Backend Listener's constant address makes of a run, in sentences; empty where nothing is wrong or it is not known yet. */
export function backendProblems({ tag, isEnabled, properties }: JmxElement): string[] {
  if (!isEnabled || !/(?:^|\.)BackendListener$/.test(tag)) {
    return [];
  }
  const given = argumentsOf(properties);
  const address = given.get('influxdbUrl');
  const port = given.get('graphitePort');
  const isUdp = given.get('influxdbMetricsSender')?.endsWith('.UdpMetricsSender') ?? false;
  return [
    ...(address === undefined || address.includes('${') || isAddress(address, isUdp)
      ? []
      : [
          `has "${address}" for influxdbUrl, which is no address: the run ends before its first sample. Write ${isUdp ? 'host:8089' : 'http://host:8086/write?db=name'}.`,
        ]),
    ...(port !== undefined && /^\d+$/.test(port) && Number(port) > 65_535
      ? [`has ${port} for graphitePort, which is no port: nothing is sent.`]
      : []),
  ];
}

/** As far as Java looks at it before anything is sent. */
const isAddress = (text: string, isUdp: boolean) =>
  isUdp ? javaSplit(text, ':').length === 2 : /^\s*(?:https?|ftp|file|jar):/i.test(text);

/** Names and values follow each other; empty values are not there. */
function argumentsOf(properties: JmxElement['properties']): Map<string, string> {
  const found = new Map<string, string>();
  let last = '';
  for (const { name, value } of properties) {
    if (name === 'Argument.name') {
      last = value;
      found.set(last, '');
    } else if (name === 'Argument.value') {
      found.set(last, value);
    }
  }
  return found;
}
