import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, loop } from '../testing/plan.ts';

export const cases: DifferentialCase[] = [0, 1, 2, 3, 4, 5, 6].map((action) => ({
  name: `action ${action} after a sample that failed`,
  plan: ({ port }) => [
    group(
      { loops: 2 },
      debug('before'),
      loop(
        'inner',
        2,
        http(
          'fails',
          { port, path: '/status/500' },
          element('ResultAction', 'Action', { 'OnError.action': action }),
        ),
        debug('after'),
      ),
      http('is fine', { port }, element('ResultAction', 'Action', { 'OnError.action': action })),
      debug('end'),
    ),
  ],
}));
