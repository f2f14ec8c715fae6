import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, type TestElement, type Value, variables } from '../testing/plan.ts';

const timeout = (ms: Value): TestElement =>
  element('SampleTimeout', 'Timeout', { 'InterruptTimer.timeout': ms });

const pause = (ms: number) =>
  element('TestAction', 'pause', {
    'ActionProcessor.action': 1,
    'ActionProcessor.target': 0,
    'ActionProcessor.duration': ms,
  });

const page = (port: number, html: string, more: Record<string, Value> = {}) =>
  http('page', {
    port,
    path: `/type/page?type=text/html&hex=${Buffer.from(html).toString('hex')}`,
    more: { 'HTTPSampler.image_parser': true, ...more },
  });

const images = [1, 2, 3].map((count) => `<img src="/slow/2000?${count}">`).join('');
const longMs = 1500;

/** What matters of the times: whether somebody was stopped. */
const lengths: DifferentialCase['summarize'] = (samples) =>
  samples.map(({ label, code, message, success, startMs, endMs, children }) => ({
    ...{ label, code, message, success },
    isLong: endMs - startMs >= longMs,
    children: children.map((each) => [each.code, each.message, each.success]),
  }));

export const cases: DifferentialCase[] = [
  {
    name: 'SampleTimeout ends requests and pauses',
    plan: ({ port }) => [
      group(
        {},
        timeout(500),
        http('warm', { port }),
        http('slow', { port, path: '/slow/2000' }),
        http('slow body', { port, path: '/late-body/2000' }),
        http('quick', { port, path: '/a' }),
        http('redirected', { port, path: '/redirect/302?to=/slow/2000' }),
        http('by itself', {
          port,
          path: '/redirect/302?to=/slow/2000',
          more: { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true },
        }),
        pause(2000),
        debug('at the end'),
      ),
    ],
    summarize: lengths,
  },
  {
    name: 'SampleTimeout counts wherever it stands in the group, and only there',
    plan: ({ port }) => [
      variables({ none: '0', some: '500' }),
      group(
        { name: 'Limited' },
        http('first', { port, path: '/slow/2000' }),
        http('second', { port, path: '/a' }, timeout('${some}')),
      ),
      group(
        { name: 'Free' },
        http('first', { port, path: '/slow/2000' }, timeout('${none}'), timeout('x'), timeout(-1)),
      ),
    ],
    isConcurrent: true,
    summarize: lengths,
  },
  {
    name: 'SampleTimeout in the plan counts for all groups',
    plan: ({ port }) => [
      timeout(500),
      group({ name: 'One' }, http('slow', { port, path: '/slow/2000' })),
      group({ name: 'Other' }, http('slow', { port, path: '/slow/2000' })),
    ],
    isConcurrent: true,
    summarize: lengths,
  },
  {
    name: 'SampleTimeout ends one resource of a page after the other, as many as there are timeouts',
    plan: ({ port }) => [group({}, timeout(500), timeout(1200), page(port, images))],
    summarize: lengths,
  },
  {
    name: 'SampleTimeout knows nothing of resources that are loaded at once',
    plan: ({ port }) => [
      group(
        {},
        timeout(500),
        page(port, images, { 'HTTPSampler.concurrentDwn': true, 'HTTPSampler.concurrentPool': 2 }),
      ),
    ],
    summarize: lengths,
    summarizeRequests: (requests) => requests.map(({ url }) => url).toSorted(),
  },
  {
    name: 'SampleTimeout while the other side does not even begin with TLS, for which Java has two sentences',
    normalize: (text) => text.replaceAll('Socket is closed', 'Socket closed'),
    plan: ({ silentPort }) => [
      group(
        {},
        timeout(100),
        http('silent', { port: silentPort, more: { 'HTTPSampler.protocol': 'https' } }),
        http('plain', { port: silentPort }),
      ),
    ],
    summarize: lengths,
  },
];
