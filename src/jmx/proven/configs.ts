import { parseNumberFormat } from '../../languages/java/number-format.ts';
import { isIpv4 } from '../../lib/ipv4.ts';
import { booleanProperty, isElement, type PropertyValue, textProperty } from '../plan-tree.ts';
import { httpProperties, isOfJavaClient } from './http-properties.ts';
import { boolean, type PropertyCondition, type ProvenElement } from './proven-element.ts';
import { provenFrameFilters } from './websocket-samplers.ts';

const format: PropertyCondition = {
  only: 'as zeros and #, zeros behind a point, and text around them',
  isMet: (value) => typeof value === 'string' && (value === '' || parseNumberFormat(value) !== undefined),
};

/** JavaScript numbers count up to 15 digits exactly. */
const upTo15Digits: ProvenElement['properties'][string] = {
  only: 'up to 15 digits long',
  isMet: (value) => typeof value === 'string' && !/\d{16}/.test(value),
};

const csvCharsets = /^(?:utf-?8|utf-16|us-ascii|iso-8859-(?:1|2|5|15)|windows-125[012346]|koi8-r|gb2312)?$/i;

function isNamed(host: PropertyValue): boolean {
  const name = isElement(host) ? textProperty(host, 'StaticHost.Name') : '';
  return !isIpv4(name) && !name.includes(':') && name === name.toLowerCase();
}

export const provenConfigs: Record<string, ProvenElement> = {
  Arguments: {
    title: 'User Defined Variables',
    properties: { 'Arguments.arguments': 'any' },
    guiClasses: ['ArgumentsPanel'],
  },
  AuthManager: {
    title: 'HTTP Authorization Manager',
    properties: {
      'AuthManager.auth_list': {
        only: 'with the mechanisms BASIC, DIGEST and BASIC_DIGEST',
        isMet: (value) =>
          typeof value === 'object' &&
          'items' in value &&
          value.items.every(
            ({ value: each }) =>
              isElement(each) &&
              ['BASIC', 'DIGEST', 'BASIC_DIGEST'].includes(
                textProperty(each, 'Authorization.mechanism', 'BASIC'),
              ),
          ),
      },
      // They clear Kerberos state only, and Kerberos is not supported.
      'AuthManager.clearEachIteration': 'ignored',
      'AuthManager.controlledByThreadGroup': 'ignored',
    },
    note: 'A target that asks for NTLM, Kerberos or Negotiate ends the test with a reason.',
  },
  'com.blazemeter.jmeter.RandomCSVDataSetConfig': {
    title: 'bzm - Random CSV Data Set Config',
    properties: {
      filename: 'any',
      fileEncoding: ['UTF-8', 'utf-8', 'ISO-8859-1', 'US-ASCII'],
      delimiter: 'any',
      variableNames: 'any',
      randomOrder: boolean,
      ignoreFirstLine: boolean,
      rewindOnTheEndOfList: boolean,
      independentListPerThread: boolean,
    },
    isShared: () => true,
    note: 'A file is read once; what is written to it during the run is not seen.',
  },
  CacheManager: {
    title: 'HTTP Cache Manager',
    properties: {
      clearEachIteration: boolean,
      useExpires: boolean,
      maxSize: {
        only: 'with room for at least 500 entries',
        isMet: (value) => typeof value === 'string' && /^\d{3,9}$/.test(value) && Number(value) >= 500,
      },
      'CacheManager.controlledByThread': boolean,
    },
    note: 'When it is full, the oldest entry goes; JMeter has a rule of its own for that.',
  },
  ConfigTestElement: {
    title: 'HTTP Request Defaults, Login Config Element',
    properties: {
      ...httpProperties,
      'ConfigTestElement.username': 'any',
      'ConfigTestElement.password': 'any',
    },
    guiClasses: ['HttpDefaultsGui', 'LoginConfigGui'],
    isShared: isOfJavaClient,
    idleGuiClasses: [
      'FtpConfigGui',
      'LdapConfigGui',
      'LdapExtConfigGui',
      'PropertyControlGui',
      'TCPConfigGui',
    ],
    note: 'Defaults of FTP, LDAP and TCP requests have no effect on other samplers.',
  },
  CookieManager: {
    title: 'HTTP Cookie Manager',
    properties: {
      'CookieManager.cookies': 'any',
      'CookieManager.clearEachIteration': boolean,
      'CookieManager.controlledByThreadGroup': boolean,
      'CookieManager.policy': [
        'standard',
        'standard-strict',
        'default',
        'best-match',
        'compatibility',
        'rfc2109',
        'ignoreCookies',
      ],
      'CookieManager.implementation': ['org.apache.jmeter.protocol.http.control.HC4CookieHandler'],
    },
    note: 'A cookie with Max-Age=0 is always removed; JMeter can keep it for a short time. With policies other than standard, JMeter also rejects cookies for public suffixes such as co.uk.',
  },
  CounterConfig: {
    title: 'Counter',
    properties: {
      'CounterConfig.start': upTo15Digits,
      'CounterConfig.end': upTo15Digits,
      'CounterConfig.incr': upTo15Digits,
      'CounterConfig.name': 'any',
      'CounterConfig.format': format,
      'CounterConfig.per_user': boolean,
      'CounterConfig.reset_on_tg_iteration': boolean,
    },
  },
  CSVDataSet: {
    title: 'CSV Data Set Config',
    properties: {
      filename: 'any',
      fileEncoding: {
        only: 'in UTF-8, UTF-16, US-ASCII, ISO-8859-1, 2, 5 or 15, windows-1250 to 1254 or 1256, KOI8-R or GB2312',
        isMet: (value) => typeof value === 'string' && csvCharsets.test(value),
      },
      variableNames: 'any',
      delimiter: 'any',
      quotedData: boolean,
      recycle: boolean,
      stopThread: boolean,
      ignoreFirstLine: boolean,
      shareMode: 'any',
    },
    note: 'A file is read once; what is written to it during the run is not seen. A file in GB2312 with other bytes ends the test with a reason.',
  },
  DNSCacheManager: {
    title: 'DNS Cache Manager',
    properties: {
      'DNSCacheManager.servers': {
        only: 'without servers, or with the resolver of the system',
        isMet: (value, element) =>
          (typeof value === 'object' && 'items' in value && value.items.length === 0) ||
          !booleanProperty(element, 'DNSCacheManager.isCustomResolver'),
      },
      'DNSCacheManager.hosts': {
        only: 'for names of hosts in lower case, not for addresses',
        isMet: (value) =>
          typeof value === 'object' &&
          'items' in value &&
          value.items.every(({ value: each }) => isNamed(each)),
      },
      'DNSCacheManager.clearEachIteration': boolean,
      'DNSCacheManager.isCustomResolver': boolean,
    },
  },
  HeaderManager: { title: 'HTTP Header Manager', properties: { 'HeaderManager.headers': 'any' } },
  KeystoreConfig: {
    title: 'Keystore Configuration',
    properties: {
      preload: 'any',
      startIndex: 'any',
      endIndex: 'any',
      clientCertAliasVarName: 'any',
    },
    note: 'The key store is a JKS or PKCS #12 file with a password, named by -Djavax.net.ssl.keyStore and keyStorePassword in override_parameters. One that cannot be opened, and two of these elements, end the test with a reason.',
  },
  RandomVariableConfig: {
    title: 'Random Variable',
    properties: {
      minimumValue: 'any',
      maximumValue: 'any',
      variableName: 'any',
      outputFormat: format,
      randomSeed: 'any',
      perThread: boolean,
    },
    isShared: (element) =>
      element.properties.get('perThread') !== 'true' && textProperty(element, 'randomSeed') !== '',
  },
  ...provenFrameFilters,
  SoapSampler: {
    title: 'SOAP/XML-RPC Request',
    properties: {},
    guiClasses: [],
    idleGuiClasses: ['SoapSamplerGui'],
    note: 'JMeter no longer has this sampler: it sends no request, and the elements in it have no effect.',
  },
};
