import { readFileSync } from 'node:fs';
import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, loop, planWith, type Value, variables } from '../testing/plan.ts';

const store = (name: string) => readFileSync(new URL(`../keys/stores/${name}`, import.meta.url));

const secure = (name: string, port: number, path = '/a') =>
  http(name, { port, path, more: { 'HTTPSampler.protocol': 'https' } });

const keys = (properties: Record<string, Value>) => element('KeystoreConfig', 'Keys', properties);

/** How a key store is made known, and brought along. */
const given = (name: string, more: Record<string, string> = {}) => ({
  files: { [name]: store(name) },
  systemProperties: {
    'javax.net.ssl.keyStore': `(folder)/${name}`,
    'javax.net.ssl.keyStorePassword': 'changeit',
    ...more,
  },
});

const range = (startIndex: Value, endIndex: Value, preload = 'True') => ({
  preload,
  startIndex,
  endIndex,
  clientCertAliasVarName: '',
});

/** A new connection with each pass. */
const anew = { 'ThreadGroup.same_user_on_next_iteration': false };

const passes = (name: string, loops: number, properties: Record<string, Value>): DifferentialCase['plan'] =>
  function plan({ askingTls, tlsPort }) {
    return [
      keys(properties),
      group(
        { name, loops, more: anew },
        secure('asked', askingTls.port),
        secure('not asked', tlsPort, '/b'),
        secure('older', askingTls.olderPort, '/close'),
        secure('older again', askingTls.olderPort, '/c'),
      ),
    ];
  };

export const cases: DifferentialCase[] = [
  {
    name: 'no KeystoreConfig, and a key store: its first key, kept in a connection and in a session',
    plan: ({ askingTls, tlsPort }) => [
      group(
        { loops: 2 },
        secure('asked', askingTls.port, '/close'),
        secure('again', askingTls.port, '/close'),
        secure('kept', askingTls.port),
        secure('older', askingTls.olderPort),
        secure('not asked', tlsPort),
      ),
    ],
    ...given('three.p12'),
  },
  {
    name: 'neither KeystoreConfig nor key store: nobody',
    plan: ({ askingTls }) => [
      group({}, secure('asked', askingTls.port), secure('older', askingTls.olderPort)),
    ],
  },
  {
    name: 'all keys of PKCS #12 in turn, for those who ask',
    plan: passes('turns', 3, range(0, -1)),
    ...given('three.p12'),
  },
  {
    name: 'all keys of JKS in turn, not loaded before',
    plan: passes('turns', 5, range(0, -1, 'False')),
    ...given('many.jks'),
  },
  {
    name: 'some keys of JKS in turn',
    plan: passes('turns', 3, range(3, 7)),
    ...given('many.jks', { 'javax.net.ssl.keyStoreType': 'jks' }),
  },
  {
    name: 'a JKS that is said to be PKCS #12',
    plan: passes('turns', 2, range(1, 2)),
    ...given('many.jks', { 'javax.net.ssl.keyStoreType': 'PKCS12' }),
  },
  {
    name: 'indexes that are variables, and more than there are',
    plan: ({ askingTls }) =>
      planWith(
        {},
        { from: '1', to: '40' },
        keys({ ...range('${from}', '${to}') }),
        group({ loops: 4, more: anew }, secure('asked', askingTls.port)),
      ),
    ...given('three.p12'),
  },
  {
    name: 'indexes that are no numbers',
    plan: passes('turns', 2, range('x', 'y')),
    ...given('three.p12'),
  },
  {
    name: 'the chain of a certificate, closed as long ago',
    plan: passes('turns', 1, range(0, -1)),
    ...given('legacy.p12'),
  },
  {
    name: 'a key without a name',
    plan: passes('turns', 1, { ...range(0, -1), clientCertAliasVarName: 'one' }),
    ...given('unnamed.p12'),
    without: ['bytes', 'body'],
  },
  {
    name: 'a variable names the key, for new connections',
    plan: ({ askingTls }) => [
      keys({ ...range(0, -1), clientCertAliasVarName: 'who' }),
      group(
        { loops: 2, more: anew },
        ...['two', 'one', 'three'].flatMap((alias) => [
          element(
            'ForeachController',
            alias,
            {
              'ForeachController.inputVal': alias,
              'ForeachController.returnVal': 'who',
              'ForeachController.useSeparator': false,
            },
            [secure(`as ${alias}`, askingTls.port), secure(`as ${alias}, older`, askingTls.olderPort, '/b')],
          ),
        ]),
      ),
      variables({ two1: 'two', one1: 'one', three1: 'three', who: 'three' }),
      group(
        { name: 'Others' },
        secure('by default', askingTls.port),
        loop('twice', 2, secure('kept', askingTls.port)),
      ),
    ],
    ...given('three.p12'),
    isConcurrent: true,
  },
  {
    name: 'a variable that names no key: only who asks is told nothing',
    plan: ({ askingTls, tlsPort }) => [
      keys({ ...range(0, -1), clientCertAliasVarName: 'who' }),
      variables({ who: 'One' }),
      group(
        {},
        secure('asked', askingTls.port),
        secure('older', askingTls.olderPort, '/b'),
        secure('not asked', tlsPort, '/c'),
      ),
    ],
    ...given('three.p12'),
    without: ['bytes', 'body'],
  },
  {
    name: 'KeystoreConfig without anything',
    plan: passes('turns', 3, {}),
    ...given('three.p12'),
  },
  {
    name: 'KeystoreConfig as JMeter makes it, without a variable and without a store',
    plan: ({ askingTls, tlsPort, port }) => [
      keys({ ...range(0, -1), clientCertAliasVarName: 'certAlias' }),
      group(
        {},
        secure('asked', askingTls.port),
        secure('older', askingTls.olderPort, '/b'),
        secure('not asked', tlsPort, '/c'),
        http('plain', { port }),
      ),
    ],
    without: ['bytes', 'body'],
  },
  {
    name: 'KeystoreConfig for a store that is not there',
    plan: passes('nobody', 1, range(0, -1)),
    systemProperties: { 'javax.net.ssl.keyStore': '(folder)/missing.p12' },
  },
  {
    name: 'KeystoreConfig through a proxy',
    plan: ({ askingTls, proxies }) => [
      keys(range(0, -1)),
      group(
        { loops: 2, more: anew },
        http('asked', {
          port: askingTls.port,
          more: {
            'HTTPSampler.protocol': 'https',
            'HTTPSampler.proxyHost': '127.0.0.1',
            'HTTPSampler.proxyPort': proxies.ports.open,
          },
        }),
      ),
    ],
    ...given('three.p12'),
  },
];
