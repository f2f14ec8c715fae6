import type { AddressInfo, Server } from 'node:net';

/** Ports of a target's servers. */
export interface TargetPorts {
  port: number;
  tlsPort: number;
  silentPort: number;
  sinks: { udpPort: number };
  proxies: { ports: { open: number; strict: number; harsh: number; digest: number } };
  askingTls: { port: number; olderPort: number };
  weakTls: { weakPort: number; oldPort: number; sha1Port: number; alertPort: number };
}

/** Fixed ports that no server listens on, so that a plan made with them, and its key, is the same in every run. */
export const placeholderPorts: TargetPorts = {
  port: 10001,
  tlsPort: 10002,
  silentPort: 10003,
  sinks: { udpPort: 10006 },
  proxies: { ports: { open: 10007, strict: 10008, harsh: 10009, digest: 10010 } },
  askingTls: { port: 10011, olderPort: 10012 },
  weakTls: { weakPort: 10013, oldPort: 10014, sha1Port: 10015, alertPort: 10016 },
};

/** Each port with its name in recordings. */
function namedPorts(target: TargetPorts): [name: string, port: number][] {
  const { sinks, proxies, askingTls, weakTls } = target;
  return [
    ['port', target.port],
    ['tlsPort', target.tlsPort],
    ['silentPort', target.silentPort],
    ['sinks.udpPort', sinks.udpPort],
    ...Object.entries(proxies.ports).map(([name, port]): [string, number] => [`proxies.${name}`, port]),
    ['askingTls.port', askingTls.port],
    ['askingTls.olderPort', askingTls.olderPort],
    ['weakTls.weakPort', weakTls.weakPort],
    ['weakTls.oldPort', weakTls.oldPort],
    ['weakTls.sha1Port', weakTls.sha1Port],
    ['weakTls.alertPort', weakTls.alertPort],
  ];
}

/**
 * Replaces the target's ports in a text by their names, `{port}`: after a colon, and where the text is nothing else.
 * Elsewhere the same five digits are a coincidence, such as in a body of hexadecimal digits.
 */
export function portReplacer(target: TargetPorts): (text: string) => string {
  const names = new Map(namedPorts(target).map(([name, port]) => [String(port), `{${name}}`]));
  const ports = [...names.keys()].join('|');
  const pattern = new RegExp(`(?<=:)(?:${ports})(?![\\da-z])|^(?:${ports})$`, 'gi');
  return (text) => text.replaceAll(pattern, (found) => names.get(found) ?? found);
}

/** Ports have five digits, so that byte counts of texts with a port are the same in every run. */
export const minPort = 10_000;

/** Listens on a free port of five digits. */
export async function listenOnLoopback(server: Server): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
    if ((server.address() as AddressInfo).port >= minPort) {
      return;
    }
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
