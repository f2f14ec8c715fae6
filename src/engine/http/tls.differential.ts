import type { DifferentialCase } from '../testing/differential-case.ts';
import { group, http } from '../testing/plan.ts';
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
