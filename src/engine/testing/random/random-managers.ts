import type { Making } from './making.ts';
import { flag, node, type PlanNode, type PlanProperty, portMark, text } from './plan-data.ts';

export function randomCookies({ chance }: Making): PlanNode {
  const own = (name: string, value: string, path: string): PlanProperty => ({
    name,
    kind: 'Cookie',
    properties: [
      text('Cookie.value', value),
      text('Cookie.domain', '127.0.0.1'),
      text('Cookie.path', path),
      flag('Cookie.secure', false),
      { name: 'Cookie.expires', tag: 'longProp', value: '0' },
      flag('Cookie.path_specified', true),
      flag('Cookie.domain_specified', true),
    ],
  });
  return {
    ...node('CookieManager', 'Cookies', [
      {
        name: 'CookieManager.cookies',
        items: chance.some([own('own', '${n1}', '/'), own('a', 'x', '/echo'), own('b', '${word}', '')], 0.2),
      },
      flag('CookieManager.clearEachIteration', chance.is(0.4)),
      ...chance.some(
        [
          flag('CookieManager.controlledByThreadGroup', chance.is(0.5)),
          text('CookieManager.policy', chance.pick(policies)),
        ],
        0.5,
      ),
    ]),
    guiClass: 'CookiePanel',
  };
}

const policies = [
  'standard',
  'standard',
  'default',
  'compatibility',
  'rfc2109',
  'ignoreCookies',
  'best-match',
];

/** The target accepts user ada with the password secret. */
export function randomAuth({ chance }: Making): PlanNode {
  const entry = (): PlanProperty => ({
    name: '',
    kind: 'Authorization',
    properties: [
      text(
        'Authorization.url',
        chance.pick(['', `http://127.0.0.1:${portMark}/`, `http://127.0.0.1:${portMark}/auth/Digest`]),
      ),
      text('Authorization.username', chance.pick(['ada', 'ada', 'bob'])),
      text('Authorization.password', chance.pick(['secret', 'secret', '${word}'])),
      text('Authorization.domain', ''),
      text('Authorization.realm', chance.pick(['', '', 'R'])),
      ...chance.some(
        [text('Authorization.mechanism', chance.pick(['BASIC', 'DIGEST', 'BASIC_DIGEST']))],
        0.7,
      ),
    ],
  });
  return {
    ...node('AuthManager', 'Who', [
      { name: 'AuthManager.auth_list', items: chance.list(1, 2, entry) },
      flag('AuthManager.clearEachIteration', chance.is(0.5)),
    ]),
    guiClass: 'AuthPanel',
  };
}

export function randomCache({ chance }: Making): PlanNode {
  return {
    ...node('CacheManager', 'Cache', [
      flag('clearEachIteration', chance.is(0.4)),
      flag('useExpires', chance.is(0.6)),
      ...chance.some([flag('CacheManager.controlledByThread', chance.is(0.5))], 0.4),
    ]),
    guiClass: 'CacheManagerGui',
  };
}
