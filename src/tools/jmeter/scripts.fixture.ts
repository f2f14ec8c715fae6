import type { Scripts } from '../tool.conformance.ts';
import { csvData, httpRequest, plan, threadGroup } from './plan.fixture.ts';

const node = '${__P(node_index)}/${__P(grid_index)}/${__P(node_count)}/${__P(threads)}';

/** One user, once through. */
export const oneUser = (...children: string[]) => [
  { name: 'plan.jmx', content: plan(threadGroup({ users: 1, loops: 1 }, ...children)) },
];

/** What both engines run the same plans for; the rest needs what only one of them has. */
export const commonScripts = {
  counted: (target, users, loops) => [
    { name: 'plan.jmx', content: plan(threadGroup({ users, loops }, httpRequest(target, '/hello'))) },
  ],
  endless: (target) => [
    {
      name: 'plan.jmx',
      content: plan(threadGroup({ users: 2, loops: -1 }, httpRequest(target, '/slow/20'))),
    },
  ],
  timed: (target) => [
    {
      name: 'plan.jmx',
      content: plan(
        threadGroup(
          { users: '${__P(threads)}', loops: -1, rampupS: '${__P(rampup)}', durationS: '${__P(duration)}' },
          httpRequest(target, '/slow/20'),
        ),
      ),
    },
  ],
  withParameter: (target, greeting) => ({
    uploads: oneUser(httpRequest(target, '/parameter/${__P(greeting)}')),
    overrideParameters: `-Jgreeting=${greeting}`,
  }),
  failing: (target) => oneUser(httpRequest(target, '/fail')),
  perNode: (target) => [
    {
      name: 'plan.jmx',
      content: plan(threadGroup({ users: 1, loops: 1 }, httpRequest(target, `/node/${node}`))),
    },
  ],
  withData: (target) => [
    { name: 'words.csv', content: 'one\ntwo\ndrei\n' },
    {
      name: 'plan.jmx',
      content: plan(
        threadGroup(
          { users: 1, loops: -1 },
          csvData('/data/flood/files/words.csv', 'word'),
          httpRequest(target, '/word/${word}'),
        ),
      ),
    },
  ],
  broken: () => [{ name: 'plan.jmx', content: plan('<com.example.NoSuchSampler guiclass="x"/><hashTree/>') }],
} satisfies Partial<Scripts>;
