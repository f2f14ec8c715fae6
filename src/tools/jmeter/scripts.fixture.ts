import type { Scripts } from '../tool.conformance.ts';
import type { TourScript, TourStops } from '../tour.fixture.ts';
import { csvData, httpRequest, onceOnly, plan, threadGroup } from './plan.fixture.ts';

const told = '${__P(node_index)}/${__P(grid_index)}/${__P(node_count)}/${__P(threads)}/${__P(greeting)}';

/** One user, one iteration. */
export const oneUser = (...children: string[]) => [
  { name: 'plan.jmx', content: plan(threadGroup({ users: 1, loops: 1 }, ...children)) },
];

/** Elements that differ between the engines: reading the environment, writing files and printing. */
interface EngineMeans {
  colour: string;
  /** Elements for the group, and for its first request, that write both files and print. */
  ofGroup?: string;
  ofRequest?: string;
}

export const tourScript = ({ target, named, greeting }: TourStops, means: EngineMeans): TourScript => {
  const path = `/told/${told}/${means.colour}`;
  const once = onceOnly(
    httpRequest(target, path, path, means.ofRequest),
    httpRequest(named, '/named'),
    httpRequest(target, '/fail'),
  );
  const words = [
    csvData('/data/flood/files/words.csv', 'word'),
    means.ofGroup ?? '',
    once,
    httpRequest(target, '/word/${word}'),
  ];
  return {
    uploads: [
      { name: 'environment', content: 'COLOUR=blue\n' },
      { name: 'words.csv', content: 'one\ntwo\ndrei\n' },
      { name: 'plan.jmx', content: plan(threadGroup({ users: 1, loops: -1 }, ...words)) },
    ],
    overrideParameters: `-Jgreeting=${greeting}`,
  };
};

/** Plans for both engines; the others need elements of one engine. */
export const commonScripts = {
  counted: (target, users, loops) => [
    { name: 'plan.jmx', content: plan(threadGroup({ users, loops }, httpRequest(target, '/hello'))) },
  ],
  endless: (target, users) => [
    {
      name: 'plan.jmx',
      content: plan(threadGroup({ users, loops: -1 }, httpRequest(target, '/slow/20'))),
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
} satisfies Partial<Scripts>;

export const brokenScript = (message: RegExp) => ({
  uploads: [{ name: 'plan.jmx', content: plan('<com.example.NoSuchSampler guiclass="x"/><hashTree/>') }],
  message,
});
