import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, withXml } from '../testing/plan.ts';

export const cases: DifferentialCase[] = [
  {
    name: 'DNSCacheManager that forgets with each iteration, and has neither hosts nor servers of its own',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        withXml(
          {
            ...element('DNSCacheManager', 'Names', {
              'DNSCacheManager.clearEachIteration': true,
              'DNSCacheManager.isCustomResolver': false,
            }),
            guiClass: 'DNSCachePanel',
          },
          '<collectionProp name="DNSCacheManager.servers"/><collectionProp name="DNSCacheManager.hosts"/>',
        ),
        http('by name', { port, path: '/a', more: { 'HTTPSampler.domain': 'localhost' } }),
        http('by address', { port, path: '/b' }),
      ),
    ],
  },
  {
    name: 'ConfigTestElement for a login, which HTTP samplers do not look at',
    plan: ({ port }) => [
      group(
        {},
        {
          ...element('ConfigTestElement', 'Login', {
            'ConfigTestElement.username': 'ada',
            'ConfigTestElement.password': 'secret',
          }),
          guiClass: 'LoginConfigGui',
        },
        http('asked', { port, path: '/auth/Basic?w=Basic+realm%3D%22R%22' }),
      ),
    ],
  },
];
