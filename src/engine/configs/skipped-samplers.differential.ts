import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  debug,
  element,
  group,
  http,
  planWith,
  type TestElement,
  transaction,
  withXml,
} from '../testing/plan.ts';

const soap = (name: string, ...children: TestElement[]): TestElement => ({
  ...withXml(
    element(
      'SoapSampler',
      name,
      {
        'SoapSampler.URL_DATA': 'http://127.0.0.1:1/${path}',
        'HTTPSamper.xml_data': '<soapenv:Envelope>${__counter(FALSE,)}</soapenv:Envelope>',
        'SoapSampler.xml_data_file': '',
        'SoapSampler.SOAP_ACTION': 'urn:login',
        'SoapSampler.SEND_SOAP_ACTION': 'true',
        'HTTPSampler.use_keepalive': false,
      },
      children,
    ),
    '<elementProp name="HTTPsampler.Arguments" elementType="Arguments"><collectionProp name="Arguments.arguments"/></elementProp>',
  ),
  guiClass: 'SoapSamplerGui',
});

const inside = () => [
  element('HeaderManager', 'headers'),
  element('ConstantTimer', 'wait', { 'ConstantTimer.delay': '100' }),
  element('DurationAssertion', 'never', { 'DurationAssertion.duration': '0' }),
  element('XPathExtractor', 'extract', {
    'XPathExtractor.refname': 'found',
    'XPathExtractor.xpathQuery': '//a',
    'XPathExtractor.default': 'none',
  }),
];

export const cases: DifferentialCase[] = [
  {
    name: 'SoapSampler, which JMeter no longer has: it and the elements in it do nothing',
    plan: ({ port }) =>
      planWith(
        {},
        { path: 'a' },
        soap('beside the group'),
        group(
          { loops: 2 },
          soap('first'),
          http('page', { port, path: '/json' }),
          soap('with elements', ...inside()),
          transaction('with a SOAP request only', true, soap('alone')),
          transaction('with two requests', false, soap('one'), debug('two ${found} ${__counter(FALSE,)}')),
        ),
      ),
  },
];
