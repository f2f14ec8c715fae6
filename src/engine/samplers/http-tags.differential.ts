import type { DifferentialCase } from '../testing/differential-case.ts';
import { group, http } from '../testing/plan.ts';

export const cases: DifferentialCase[] = [
  {
    name: 'HTTPSampler, HTTPSampler2 and HTTPSamplerProxy are one, and HttpClient3.1 is HttpClient4 by now',
    plan: ({ port }) => [
      group(
        {},
        ...['HTTPSampler', 'HTTPSampler2', 'HTTPSamplerProxy'].flatMap((kind) =>
          ['', 'HttpClient4', 'HttpClient3.1'].map((implementation) => ({
            ...http(`${kind} ${implementation}`, {
              port,
              path: '/echo',
              method: 'POST',
              params: [{ name: 'a', value: 'b c' }],
              more: { 'HTTPSampler.implementation': implementation },
            }),
            kind,
          })),
        ),
        { ...http('no implementation', { port, path: '/json' }), kind: 'HTTPSampler' },
        {
          ...http('an old panel', { port, path: '/json' }),
          kind: 'HTTPSampler2',
          guiClass: 'HttpTestSampleGui2',
        },
      ),
    ],
  },
];
