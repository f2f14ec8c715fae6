import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, type Value, variables } from '../testing/plan.ts';

const from = (source: string, type: Value, more: Record<string, Value> = {}) => ({
  'HTTPSampler.ipSource': source,
  'HTTPSampler.ipSourceType': type,
  ...more,
});
const tls = { 'HTTPSampler.protocol': 'https' };

export const cases: DifferentialCase[] = [
  {
    name: 'HTTPSamplerProxy from addresses of its own, each with connections of its own',
    plan: ({ port, tlsPort, proxies }) => [
      variables({ address: '127.0.0.4' }),
      group(
        { loops: 2 },
        http('from 2', { port, path: '/a', more: from('127.0.0.2', 0) }),
        http('from 3', { port, path: '/b', more: from('127.0.0.3', '') }),
        http('from 2 again', { port, path: '/c', more: from('127.0.0.2', 0) }),
        http('from a variable', { port, path: '/d', more: from('${address}', 0) }),
        http('from blanks', { port, path: '/e', more: from('  ', 0) }),
        http('secret', { port: tlsPort, path: '/f', more: from('127.0.0.2', 0, tls) }),
        http('proxy', {
          port,
          path: '/g',
          more: from('127.0.0.2', 0, {
            'HTTPSampler.proxyHost': '127.0.0.1',
            'HTTPSampler.proxyPort': proxies.ports.open,
          }),
        }),
        http('followed', { port, path: '/redirect/302?to=/there', more: from('127.0.0.5', 0) }),
      ),
    ],
  },
  {
    name: 'HTTPSamplerProxy from a device, by defaults',
    plan: ({ port }) => [
      group(
        {},
        {
          ...element('ConfigTestElement', 'Defaults', from('lo', 2)),
          guiClass: 'HttpDefaultsGui',
        },
        http('version 4', { port, path: '/b' }),
      ),
    ],
  },
  {
    name: 'HTTPSamplerProxy from what is not there',
    plan: ({ port }) => [
      group(
        {},
        http('no device of version 4', { port, path: '/a', more: from('nothing0', 2) }),
        http('of others', { port, path: '/a', more: from('192.0.2.7', 0) }),
      ),
    ],
    without: ['bytes', 'body'],
  },
];
