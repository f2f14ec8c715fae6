import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, planWith, type TestElement, withXml } from '../testing/plan.ts';

const names = (
  hosts: readonly (readonly [name: string, addresses: string])[],
  isCleared: boolean,
  isCustom = true,
): TestElement =>
  withXml(
    {
      ...element('DNSCacheManager', 'Names', {
        'DNSCacheManager.clearEachIteration': isCleared,
        'DNSCacheManager.isCustomResolver': isCustom,
      }),
      guiClass: 'DNSCachePanel',
    },
    `<collectionProp name="DNSCacheManager.servers"/><collectionProp name="DNSCacheManager.hosts">${hosts
      .map(
        ([name, addresses]) =>
          `<elementProp name="${name}" elementType="StaticHost"><stringProp name="StaticHost.Name">${name}</stringProp><stringProp name="StaticHost.Address">${addresses}</stringProp></elementProp>`,
      )
      .join('')}</collectionProp>`,
  );

const to = (domain: string, port: number, path = '/a') =>
  http(`${domain}${path}`, { port, path, more: { 'HTTPSampler.domain': domain } });

export const cases: DifferentialCase[] = [
  {
    name: 'DNSCacheManager with hosts of its own: addresses, names, lists, variables',
    plan: ({ port, tlsPort }) =>
      planWith(
        {},
        { home: '127.0.0.1' },
        names(
          [
            ['shop.example', '127.0.0.1'],
            ['named.example', 'localhost'],
            ['several.example', '127.0.0.9 , 127.0.0.1'],
            ['variable.example', '${home}'],
            ['twice.example', '127.0.0.1'],
            ['twice.example', '127.0.0.9'],
          ],
          true,
        ),
        group(
          { loops: 2 },
          to('shop.example', port),
          to('shop.example', port, '/b'),
          to('named.example', port),
          to('several.example', port),
          to('variable.example', port),
          to('twice.example', port),
          to('localhost', port),
          to('127.0.0.1', port),
          http('secure', {
            port: tlsPort,
            more: { 'HTTPSampler.domain': 'shop.example', 'HTTPSampler.protocol': 'https' },
          }),
          http('redirected', {
            port,
            path: `/redirect/302?to=http://named.example:${port}/c`,
            more: { 'HTTPSampler.domain': 'shop.example' },
          }),
        ),
      ),
  },
  {
    name: 'DNSCacheManager with hosts that nobody answers at',
    plan: ({ silentPort }) => [
      names(
        [
          ['refused.example', '127.0.0.9'],
          ['both.example', '127.0.0.8,127.0.0.9'],
        ],
        false,
        false,
      ),
      group({}, to('refused.example', silentPort), to('both.example', silentPort)),
    ],
    without: ['bytes', 'body'],
  },
  ...[true, false].map(
    (isCleared): DifferentialCase => ({
      name: `DNSCacheManager that ${isCleared ? 'forgets' : 'keeps'} what a host was when its address changes`,
      plan: ({ port }) => [
        names([['moving.example', '127.0.0.${__counter(TRUE)}']], isCleared),
        group(
          { loops: 3, more: { 'ThreadGroup.same_user_on_next_iteration': false } },
          to('moving.example', port, '/close'),
          to('moving.example', port, '/b'),
        ),
      ],
      without: ['bytes', 'body'],
    }),
  ),
  {
    name: 'DNSCacheManagers around one another, and none: what the first request to a host had stays',
    plan: ({ port }) => [
      group(
        { name: 'Outer' },
        names([['shop.example', '127.0.0.1']], false),
        http(
          'inner',
          { port, path: '/close', more: { 'HTTPSampler.domain': 'shop.example' } },
          names([['shop.example', '127.0.0.9']], false),
        ),
      ),
      group(
        { name: 'First without' },
        to('localhost', port, '/close'),
        http(
          'with',
          { port, path: '/close', more: { 'HTTPSampler.domain': 'localhost' } },
          names([['localhost', '127.0.0.9']], false),
        ),
      ),
      group(
        { name: 'First with' },
        http(
          'with',
          { port, path: '/close', more: { 'HTTPSampler.domain': 'localhost' } },
          names([['localhost', '127.0.0.9']], false),
        ),
        to('localhost', port, '/close'),
      ),
    ],
    isConcurrent: true,
    without: ['bytes', 'body'],
  },
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
