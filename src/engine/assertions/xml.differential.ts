import type { DifferentialCase } from '../testing/differential-case.ts';
import { element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const xpath = (query: string, more: Record<string, Value> = {}, scope: Record<string, Value> = {}) =>
  element('XPathAssertion', `xpath ${query}`, {
    'XPath.xpath': query,
    'XPath.negate': false,
    'XPath.validate': false,
    'XPath.whitespace': false,
    'XPath.tolerant': false,
    'XPath.namespace': false,
    ...Object.fromEntries(Object.entries(more).map(([key, value]) => [`XPath.${key}`, value])),
    ...scope,
  });
const both = (query: string) => [xpath(query), xpath(query, { negate: true })];
const xml = element('XMLAssertion', 'xml');

const served = (hex: Buffer, type = 'text/xml;charset=utf-8') =>
  `/type?type=${type}&hex=${hex.toString('hex')}`;
const on = (path: string, ...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) =>
    planWith(
      {},
      { good: '<a><b/></a>', bad: '<a>', nothing: '', name: 'b' },
      group({}, http('page', { port, path }, ...children)),
    ),
});
const text = '<r xmlns:p="urn:p"><a id="1">x</a><p:a>y</p:a><n>5</n></r>';

export const cases: DifferentialCase[] = [
  {
    name: 'XPathAssertion with nodes, booleans, numbers and texts',
    ...on(
      served(Buffer.from(text)),
      ...[
        '/',
        '//a',
        '//b',
        "//a[@id='1']",
        "//a/text()='x'",
        "//a='z'",
        'count(//a)=1',
        'count(//a)',
        'string(//a)',
        'not(//b)',
        'true()',
        '5',
        '//${name}',
        '//q:a',
        '//p:a',
      ].flatMap(both),
      xpath('//p:a', { namespace: true }),
      xpath('//q:a', { namespace: true }),
      xpath('//q:a', { namespace: true, negate: true }),
      element('XPathAssertion', 'without an expression', { 'XPath.tolerant': false }),
    ),
  },
  {
    name: 'XPathAssertion of variables',
    ...on(
      served(Buffer.from(text)),
      ...['good', 'bad', 'nothing', 'unset'].map((variable) =>
        xpath('//b', {}, { 'Assertion.scope': 'variable', 'Scope.variable': variable }),
      ),
    ),
  },
  {
    name: 'XPathAssertion of sub-samples',
    ...on(
      '/redirect/302?to=/html',
      xpath('//title', {}, { 'Assertion.scope': 'all' }),
      xpath('//title', {}, { 'Assertion.scope': 'children' }),
    ),
  },
  { name: 'XPathAssertion and XMLAssertion of nothing', ...on('/empty', xpath('//a'), xml) },
  { name: 'XPathAssertion and XMLAssertion of JSON', ...on('/json', xpath('//a'), ...both('//b'), xml) },
  { name: 'XMLAssertion of XML', ...on(served(Buffer.from(text)), xml) },
  ...[
    '<a>',
    '<p:a/>',
    '<a b=1/>',
    '<!DOCTYPE a><a/>',
    '<?xml version="1.0"?>\n<!-- x --><!DOCTYPE a><a>',
    '<!DOCTYPE a><a>',
    '\ufeff<a/>',
    ' <a/> ',
    '<a>&nbsp;</a>',
    '<a/><a/>',
    '<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>',
    'plain',
  ].map((body) => ({
    name: `XPathAssertion and XMLAssertion of ${body}`,
    ...on(served(Buffer.from(body)), xpath("//a='ä'"), xpath('/a', { negate: true }), xml),
  })),
  ...Object.entries({
    'bytes in the encoding they declare': Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>ä</a>',
      'latin1',
    ),
    'bytes in Windows-1252': Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>'),
      Buffer.from([0x80, 0xe4]),
      Buffer.from('</a>'),
    ]),
    'bytes that are no UTF-8': Buffer.from('<a>ä</a>', 'latin1'),
    'bytes that begin no character': Buffer.from([0x3c, 0x61, 0x3e, 0x80, 0x3c, 0x2f, 0x61, 0x3e]),
    'UTF-16 with a mark': Buffer.from('\ufeff<a>ä</a>', 'utf16le'),
    'UTF-8 with a mark': Buffer.from('\ufeff<a>ä</a>'),
  }).map(([what, bytes]) => ({
    name: `XPathAssertion of ${what}`,
    ...on(served(bytes, 'text/xml'), xpath("//a='ä'"), xpath("contains(//a, '€')")),
  })),
];
