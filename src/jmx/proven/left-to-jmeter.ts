/**
 * Elements and clients that only Apache JMeter runs because fewer than 1 % of public plans use them, see
 * docs/decisions/0020-what-the-engine-leaves-to-jmeter.md. By class, with the title in JMeter's menus.
 */
export const leftToJMeter: Readonly<Record<string, string>> = {
  CompareAssertion: 'Compare Assertion',
  JMESPathAssertion: 'JSON JMESPath Assertion',
  JMESPathExtractor: 'JSON JMESPath Extractor',
  RegExUserParameters: 'RegEx User Parameters',
  TCPSampler: 'TCP Sampler',
  URLRewritingModifier: 'HTTP URL Re-writing Modifier',
  XPath2Assertion: 'XPath2 Assertion',
  XPath2Extractor: 'XPath2 Extractor',
  'org.apache.jmeter.visualizers.backend.graphite.GraphiteBackendListenerClient':
    'Backend Listener for Graphite',
};
