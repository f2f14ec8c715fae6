import type { Scripts } from '../tool.conformance.ts';
import { csvData, httpRequest, plan, threadGroup } from './plan.fixture.ts';

const told = '${__P(node_index)}/${__P(grid_index)}/${__P(node_count)}/${__P(threads)}/${__P(greeting)}';

/** One user, once through. */
export const oneUser = (...children: string[]) => [
  { name: 'plan.jmx', content: plan(threadGroup({ users: 1, loops: 1 }, ...children)) },
];

/** The engines see the environment and write files by different means. */
export const toldScript = (target: URL, greeting: string, colour: string) => ({
  uploads: [
    { name: 'environment', content: 'COLOUR=blue\n' },
    ...oneUser(httpRequest(target, `/told/${told}/${colour}`)),
  ],
  overrideParameters: `-Jgreeting=${greeting}`,
});

export const filesScript = (target: URL, writeMade: string) => [
  { name: 'words.csv', content: 'one\ntwo\ndrei\n' },
  {
    name: 'plan.jmx',
    content: plan(
      threadGroup(
        { users: 1, loops: -1 },
        csvData('/data/flood/files/words.csv', 'word'),
        writeMade,
        httpRequest(target, '/word/${word}'),
      ),
    ),
  },
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
          httpRequest(target, '/slow/20/${__threadNum}'),
        ),
      ),
    },
  ],
  failing: (target) => oneUser(httpRequest(target, '/fail')),
  broken: () => [{ name: 'plan.jmx', content: plan('<com.example.NoSuchSampler guiclass="x"/><hashTree/>') }],
} satisfies Partial<Scripts>;
