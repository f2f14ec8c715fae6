import type { DifferentialCase } from '../testing/differential-case.ts';
import { group, http, type Value } from '../testing/plan.ts';
import { alerts } from '../testing/weak-tls.ts';

const secure = (name: string, port: number, path = '/a') =>
  http(name, { port, path, more: { 'HTTPSampler.protocol': 'https' } });

export const cases: DifferentialCase[] = [
  {
    name: 'HTTPSamplerProxy to a server with a short key, SHA-1 and an old cipher',
    plan: ({ weakTls }) => [
      group({ loops: 2 }, secure('weak', weakTls.weakPort), secure('again', weakTls.weakPort, '/b')),
    ],
  },
  {
    name: 'HTTPSamplerProxy to a server that knows nothing newer than TLS 1.1',
    plan: ({ weakTls }) => [group({}, secure('old', weakTls.oldPort))],
    without: ['bytes', 'body'],
  },
  {
    name: 'HTTPSamplerProxy to a server that signs with SHA-1',
    plan: ({ weakTls }) => [group({}, secure('signed', weakTls.sha1Port))],
  },
  {
    name: 'HTTPSamplerProxy that is told by TLS why it is refused',
    plan: ({ weakTls }) => [group({ loops: alerts.length }, secure('refused', weakTls.alertPort))],
    without: ['bytes', 'body'],
  },
  {
    name: 'HTTPSamplerProxy goes on with TLS sessions',
    plan: ({ tlsPort, weakTls }) => [
      group({}, ...[1, 2, 3, 4, 5, 6].map((count) => secure(`new ${count}`, tlsPort, '/close'))),
      group({}, ...[1, 2, 3, 4, 5, 6].map((count) => secure(`older ${count}`, weakTls.weakPort, '/close'))),
    ],
    isConcurrent: true,
    summarizeRequests: (requests) =>
      requests.map(({ isResumed, headers }) => `${headers.at(-3)} ${isResumed}`).toSorted(),
  },
  {
    name: 'HTTPSamplerProxy goes on with TLS sessions of other clients of the same user',
    systemProperties: { 'sun.net.http.allowRestrictedHeaders': 'true' },
    plan: ({ tlsPort, proxies }) => {
      const by = (name: string, more: Record<string, Value>, path = '/close') =>
        http(name, { port: tlsPort, path, more: { 'HTTPSampler.protocol': 'https', ...more } });
      const proxy = { 'HTTPSampler.proxyHost': '127.0.0.1', 'HTTPSampler.proxyPort': proxies.ports.open };
      return [
        group(
          {},
          by('direct', {}),
          by('by proxy', proxy),
          by('direct again', {}),
          by('by Java', { 'HTTPSampler.implementation': 'Java' }),
          by('with a name', {}, `https://ada:secret@127.0.0.1:${tlsPort}/close`),
          by('direct at last', {}),
        ),
      ];
    },
  },
  {
    name: 'HTTPSamplerProxy names no server in TLS whose name has no dot',
    plan: ({ tlsPort }) => [
      group(
        {},
        ...['localhost', '127.0.0.1'].map((domain) =>
          http(domain, {
            port: tlsPort,
            more: { 'HTTPSampler.domain': domain, 'HTTPSampler.protocol': 'https' },
          }),
        ),
      ),
    ],
  },
];
