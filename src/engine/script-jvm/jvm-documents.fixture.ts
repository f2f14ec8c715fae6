import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const named = (prefix: string, properties: Record<string, Value>) =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [`${prefix}.${key}`, value]));

const extractor = (
  refname: string,
  xpathQuery: string,
  more: Record<string, Value> = {},
  scope: Record<string, Value> = {},
): TestElement =>
  element('XPathExtractor', `extract ${refname}`, {
    ...named('XPathExtractor', {
      ...{ refname, xpathQuery, default: 'none', validate: false, tolerant: true, namespace: false },
      ...more,
    }),
    ...scope,
  });

const assertion = (
  xpath: string,
  more: Record<string, Value> = {},
  scope: Record<string, Value> = {},
): TestElement =>
  element('XPathAssertion', `check ${xpath}`, {
    ...named('XPath', {
      ...{ xpath, negate: false, validate: false, whitespace: false, tolerant: true, namespace: false },
      ...more,
    }),
    ...scope,
  });

const documentAssertion = (tests: string[], type: number, more: Record<string, Value> = {}): TestElement => {
  const made = element('ResponseAssertion', `document ${type}`, {
    'Assertion.test_field': 'Assertion.response_data_as_document',
    'Assertion.assume_success': false,
    'Assertion.test_type': type,
    ...more,
  });
  const texts = tests.map((text, index) => `<stringProp name="${index}">${text}</stringProp>`).join('');
  const list = `<collectionProp name="Asserion.test_strings">${texts}</collectionProp>`;
  return { ...made, properties: made.properties + list };
};

const served = (body: string | Buffer, type = 'text/html;charset=utf-8') =>
  `/type?type=${type}&hex=${Buffer.from(body).toString('hex')}`;

const on = (path: string, ...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) =>
    planWith(
      {},
      { tag: 'li', two: '2', soup: '<p>one<p>two<br>', nothing: '' },
      group({ loops: 2 }, http('page', { port, path }, ...children), debug('after')),
    ),
});

const soup = `<html><head><title>A &amp; B</title><meta charset="utf-8">
<body class=main><ul><li>one<li id=second>two &eacute; ü<li><b>three</b> more</ul>
<table><tr><td>1<td>2</table><img src="a.png"><font color=red>old</font>
<input name="token" value="abc&quot;d"><script>if (1 < 2) { x(); }</script></body>`;
const unknownTag = '<html><body><wrong><p>text</wrong></body></html>';
const xml = '<?xml version="1.0" encoding="UTF-8"?><r xmlns:p="urn:p"><a id="1">x</a><p:a>y</p:a><open></r>';
const valid = '<!DOCTYPE r [<!ELEMENT r (a*)><!ELEMENT a (#PCDATA)>]>\n<r>\n  <a>x</a>\n  <a>y</a>\n</r>';
const notValid = '<!DOCTYPE r [<!ELEMENT r (a*)><!ELEMENT a (#PCDATA)>]>\n<r><b>x</b></r>';

const queries = [
  '//title',
  '//li',
  '//${tag}[@id]',
  '//li[2]/@id',
  'count(//td)',
  "//input[@name='token']/@value",
  'string(//b)',
  '//script',
  '//nothing',
  '//li[',
  '//q:li',
];

/** Plans whose documents JMeter's own classes read. */
export const documentCases: DifferentialCase[] = [
  {
    name: 'tolerant XPathExtractor of HTML',
    ...on(
      served(soup),
      ...queries.map((query, index) => extractor(`q${index}`, query)),
      extractor('fragment', '//li', { fragment: true }),
      extractor('first', '//li', { matchNumber: 1 }),
      extractor('second', '//li', { matchNumber: '${two}' }),
      extractor('ninth', '//li', { matchNumber: 9 }),
      extractor('title', '//title', { matchNumber: 0 }),
    ),
  },
  {
    name: 'tolerant XPathExtractor with the options of the parser',
    ...on(
      served(unknownTag),
      extractor('plain', '//p'),
      extractor('reported', '//p', { report_errors: true }),
      extractor('loud', '//p', { quiet: false, show_warnings: true }),
      extractor('written', '//p', {
        quiet: true,
        show_warnings: false,
        report_errors: false,
        fragment: false,
      }),
      extractor('spaced', '//p', { namespace: true, whitespace: true, validate: true }),
    ),
  },
  {
    name: 'tolerant XPathExtractor of XML, variables, nothing and sub-samples',
    ...on(
      served(xml, 'text/xml;charset=utf-8'),
      extractor('a', '//a'),
      extractor('p', '//p:a'),
      extractor('v', '//p', {}, { 'Sample.scope': 'variable', 'Scope.variable': 'soup' }),
      extractor('n', '//p', {}, { 'Sample.scope': 'variable', 'Scope.variable': 'nothing' }),
      extractor('u', '//p', {}, { 'Sample.scope': 'variable', 'Scope.variable': 'unset' }),
    ),
  },
  {
    name: 'tolerant XPathExtractor and XPathAssertion of sub-samples',
    ...on(
      '/redirect/302?to=/html',
      extractor('all', '//title', {}, { 'Sample.scope': 'all' }),
      extractor('children', '//title', {}, { 'Sample.scope': 'children' }),
      assertion('//title', {}, { 'Assertion.scope': 'all' }),
      assertion('//missing', {}, { 'Assertion.scope': 'children' }),
    ),
  },
  {
    name: 'tolerant XPathExtractor and XPathAssertion of nothing',
    ...on('/empty', extractor('a', '//a'), assertion('//a')),
  },
  {
    name: 'tolerant XPathExtractor and XPathAssertion of JSON',
    ...on('/json', extractor('a', '//a'), assertion('//a'), assertion('//body', { report_errors: true })),
  },
  {
    name: 'tolerant XPathAssertion of HTML',
    ...on(
      served(soup),
      ...queries.flatMap((query) => [assertion(query), assertion(query, { negate: true })]),
      assertion("//li='two'"),
      assertion('//p', {}, { 'Assertion.scope': 'variable', 'Scope.variable': 'soup' }),
      assertion('//p', {}, { 'Assertion.scope': 'variable', 'Scope.variable': 'nothing' }),
      assertion('//p', {}, { 'Assertion.scope': 'variable', 'Scope.variable': 'unset' }),
    ),
  },
  {
    name: 'tolerant XPathAssertion with the options of the parser',
    ...on(
      served(unknownTag),
      assertion('//p'),
      assertion('//p', { report_errors: true }),
      assertion('//p', { quiet: false, show_warnings: true }),
      assertion('//p', { quiet: true, show_warnings: false, report_errors: false, download_dtds: false }),
      assertion('//p', { namespace: true, whitespace: true, validate: true, download_dtds: true }),
    ),
  },
  {
    name: 'XPathAssertion that validates a document',
    ...on(
      served(valid, 'text/xml;charset=utf-8'),
      assertion('count(//text())=2', { tolerant: false, validate: true, whitespace: true }),
      assertion('count(//text())=2', { tolerant: false, validate: true }),
      assertion('//a', { tolerant: false, download_dtds: true }),
      extractor('a', '//a', { tolerant: false, download_dtds: true }),
    ),
  },
  {
    name: 'XPathAssertion that validates a document that is not valid',
    ...on(
      served(notValid, 'text/xml;charset=utf-8'),
      assertion('//b', { tolerant: false, validate: true }),
      assertion('//b', { tolerant: false, download_dtds: true }),
    ),
  },
  {
    name: 'XPath elements that load a DTD that is not there',
    ...on(
      served('<!DOCTYPE r SYSTEM "file:///nowhere/missing.dtd"><r><a>x</a></r>', 'text/xml;charset=utf-8'),
      assertion('//a', { tolerant: false, download_dtds: true }),
      extractor('a', '//a', { tolerant: false, download_dtds: true }),
    ),
  },
  {
    name: 'ResponseAssertion of documents',
    ...on(
      served(soup),
      documentAssertion(['two'], 2),
      documentAssertion(['two', 'missing'], 16),
      documentAssertion(['missing', 'more'], 48),
      documentAssertion(['ul'], 20),
      documentAssertion(['A'], 8),
      documentAssertion(['.*one.*'], 1, { 'Assertion.custom_message': 'not all of ${tag}' }),
      documentAssertion(['one'], 16, { 'Assertion.scope': 'variable', 'Scope.variable': 'soup' }),
    ),
  },
  {
    name: 'ResponseAssertion of documents in sub-samples',
    ...on(
      '/redirect/302?to=/html',
      documentAssertion(['missing'], 16, { 'Assertion.scope': 'all' }),
      documentAssertion(['missing'], 20, { 'Assertion.scope': 'children' }),
    ),
  },
  {
    name: 'ResponseAssertion of documents that are empty, JSON, plain text, RTF, archives or broken',
    plan: ({ port }) => {
      const checked = (name: string, path: string) =>
        http(name, { port, path }, documentAssertion(['Hello'], 16), documentAssertion(['Hello'], 8));
      return planWith(
        {},
        {},
        group(
          {},
          checked('empty', '/empty'),
          checked('json', '/json'),
          checked('plain', served('Hello wörld', 'text/plain;charset=utf-8')),
          checked('rtf', served('{\\rtf1\\ansi Hello \\b World\\b0 }', 'application/rtf')),
          checked('xml', served('<a><b>Hello</b></a>', 'text/xml')),
          checked('pdf', served('%PDF-1.4\nbroken', 'application/pdf')),
          checked('zip', served(Buffer.from('UEsDBAoAAAAAAAAA', 'base64'), 'application/zip')),
        ),
      );
    },
  },
];
