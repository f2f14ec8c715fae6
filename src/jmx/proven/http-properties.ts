import { isBodyCharset } from '../../languages/java/body-charset.ts';
import { isIpv4 } from '../../lib/ipv4.ts';
import { isElement, listProperty, type PlanElement, type PropertyList, textProperty } from '../plan-tree.ts';
import { boolean, type PropertyCondition, type ProvenElement } from './proven-element.ts';
import { isProvenRegex, regexWords } from './regex-rule.ts';

const regex: PropertyCondition = {
  only: regexWords,
  isMet: (value) => typeof value === 'string' && (value === '' || isProvenRegex(value, true)),
};

/** The charset of a part determines its bytes, so it must be known before the run. */
function isPlainType({ value }: PropertyList['items'][number]): boolean {
  const type = isElement(value) ? textProperty(value, 'HTTPArgument.content_type') : '';
  return !/[;$]/.test(type) || /^[^;$]*;\s*charset=(?:utf-?8|iso-8859-1|us-ascii)$/i.test(type);
}

/** All virtual users of a JVM share the connections of Java's HTTP client. */
export const isOfJavaClient = (element: PlanElement): boolean =>
  textProperty(element, 'HTTPSampler.implementation') === 'Java';

/** Properties of HTTP samplers and of HTTP Request Defaults. */
export const httpProperties: ProvenElement['properties'] = {
  'HTTPSampler.domain': 'any',
  'HTTPSampler.port': {
    only: 'up to 65535',
    isMet: (value) => typeof value === 'string' && !(Number(value) > 65_535),
  },
  'HTTPSampler.protocol': {
    only: 'for http and https, as a variable or function, or for a protocol that Java does not have',
    isMet: (value) => typeof value === 'string' && !/^(?:file|ftp|jar|jmod|jrt|mailto)$/i.test(value),
  },
  'HTTPSampler.path': 'any',
  'HTTPSampler.method': 'any',
  'HTTPSampler.contentEncoding': {
    only: 'in UTF-8, ISO-8859-1 or US-ASCII, or as a variable or function',
    isMet: (value) => typeof value === 'string' && (isBodyCharset(value) || value.includes('${')),
  },
  'HTTPSampler.follow_redirects': boolean,
  'HTTPSampler.auto_redirects': boolean,
  'HTTPSampler.use_keepalive': boolean,
  'HTTPSampler.connect_timeout': 'any',
  'HTTPSampler.response_timeout': 'any',
  'HTTPSampler.postBodyRaw': boolean,
  'HTTPSampler.md5': boolean,
  'HTTPsampler.Arguments': {
    only: 'with parts of forms in UTF-8, ISO-8859-1 or US-ASCII',
    isMet: (value) => isElement(value) && listProperty(value, 'Arguments.arguments').every(isPlainType),
  },
  'HTTPSampler.implementation': ['', 'HttpClient4', 'HttpClient3.1', 'Java'],
  'HTTPSampler.DO_MULTIPART_POST': boolean,
  'HTTPSampler.BROWSER_COMPATIBLE_MULTIPART': boolean,
  'HTTPSampler.image_parser': boolean,
  'HTTPSampler.concurrentDwn': boolean,
  'HTTPSampler.concurrentPool': {
    only: 'with room for at least one',
    isMet: (value) => typeof value === 'string' && (value === '' || /^[1-9]\d{0,3}$/.test(value)),
  },
  'HTTPSampler.embedded_url_re': regex,
  'HTTPSampler.embedded_url_exclude_re': regex,
  'HTTPSampler.ipSource': {
    only: 'with an address, a device for IPv4 or a variable, not with the name of a host',
    isMet: (value, element) =>
      typeof value === 'string' &&
      (value.trim() === '' ||
        value.includes('${') ||
        isIpv4(value) ||
        textProperty(element, 'HTTPSampler.ipSourceType') === '2'),
  },
  'HTTPSampler.ipSourceType': {
    only: 'for addresses and for devices with IPv4',
    isMet: (value, element) =>
      typeof value === 'string' &&
      (['', '0', '2'].includes(value) || textProperty(element, 'HTTPSampler.ipSource') === ''),
  },
  'HTTPSampler.proxyHost': 'any',
  'HTTPSampler.proxyPort': 'any',
  'HTTPSampler.proxyUser': 'any',
  'HTTPSampler.proxyPass': 'any',
  'HTTPSampler.proxyScheme': ['', 'http'],
  'HTTPsampler.Files': {
    only: 'without files',
    isMet: (value) =>
      typeof value === 'object' &&
      'kind' in value &&
      [...value.properties.values()].every(
        (list) => typeof list === 'object' && 'items' in list && list.items.length === 0,
      ),
  },
  // Not read by current JMeter versions.
  'HTTPSampler.FILE_NAME': 'ignored',
  'HTTPSampler.FILE_FIELD': 'ignored',
  'HTTPSampler.mimetype': 'ignored',
  'HTTPSampler.monitor': 'ignored',
};
