import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const on = (path: string, ...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) =>
    planWith({}, { text: 'token=v;' }, group({}, http('page', { port, path }, ...children), debug('after'))),
});
const scopes = ['parent', 'children', 'all', 'variable'];
const prefixed = (prefix: string, values: Record<string, Value>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
const xml = `/type?type=text/xml&hex=${Buffer.from('<a><b>1</b><b><c/></b></a>').toString('hex')}`;
const json = 'com.atlantbh.jmeter.plugins.jsonutils';

export const cases: DifferentialCase[] = [
  {
    name: 'BoundaryExtractor and RegexExtractor of each scope, of no field, and without an empty default',
    ...on(
      '/redirect/302?to=/html',
      ...scopes.flatMap((scope) =>
        ['', 'false'].flatMap((useHeaders) => [
          element('BoundaryExtractor', 'boundary', {
            ...prefixed('BoundaryExtractor', {
              ...{
                refname: `b_${scope}_${useHeaders}`,
                lboundary: 'token=',
                rboundary: ';',
                match_number: 1,
              },
              ...{ default: '', default_empty_value: false, useHeaders },
            }),
            'Sample.scope': scope,
            'Scope.variable': 'text',
          }),
          element('RegexExtractor', 'regex', {
            ...prefixed('RegexExtractor', {
              ...{
                refname: `r_${scope}_${useHeaders}`,
                regex: 'token=(\\w+)',
                template: '$1$',
                match_number: 1,
              },
              ...{ default: '', default_empty_value: false, useHeaders },
            }),
            'Sample.scope': scope,
            'Scope.variable': 'text',
          }),
        ]),
      ),
      ...['p', 'nothing'].map((expr) =>
        element('HtmlExtractor', 'css', {
          ...prefixed('HtmlExtractor', { refname: `h_${expr}`, expr, attribute: 'id', match_number: 1 }),
          ...prefixed('HtmlExtractor', { default: '', default_empty_value: false }),
        }),
      ),
    ),
  },
  {
    name: 'JSONPostProcessor that joins nothing, and the plugin’s with what it does not know',
    ...on(
      '/json',
      element('JSONPostProcessor', 'json', {
        ...prefixed('JSONPostProcessor', { referenceNames: 'tags', jsonPathExprs: '$.tags[*]' }),
        ...prefixed('JSONPostProcessor', {
          match_numbers: '-1',
          defaultValues: 'none',
          compute_concat: false,
        }),
      }),
      ...['JSON', 'YAML'].flatMap((format) => [
        {
          ...element(`${json}.jsonpathextractor.JSONPathExtractor`, 'plugin', {
            ...{ VAR: `name${format}`, JSONPATH: '$.name', DEFAULT: 'none', VARIABLE: '', SUBJECT: 'BODY' },
            INPUT_FORMAT: format,
          }),
          guiClass: `${json}.jsonpathextractor.gui.JSONPathExtractorGui`,
        },
        {
          ...element(`${json}.jsonpathassertion.JSONPathAssertion`, 'plugin', {
            ...{ JSON_PATH: '$.name', EXPECTED_VALUE: 'A.*', JSONVALIDATION: true, EXPECT_NULL: false },
            ...{ INVERT: false, ISREGEX: format === 'JSON', INPUT_FORMAT: format },
          }),
          guiClass: `${json}.jsonpathassertion.gui.JSONPathAssertionGui`,
        },
      ]),
    ),
  },
  {
    name: 'XPathExtractor without fragments, and with what only other parsers heed',
    ...on(
      xml,
      ...['//b', '//c', '//none'].map((xpathQuery, at) =>
        element('XPathExtractor', 'xpath', {
          ...prefixed('XPathExtractor', {
            refname: `x${at}`,
            xpathQuery,
            default: 'none',
            matchNumber: '-1',
          }),
          ...prefixed('XPathExtractor', {
            fragment: false,
            download_dtds: false,
            whitespace: true,
            quiet: true,
          }),
          ...prefixed('XPathExtractor', { report_errors: true, show_warnings: true, tolerant: false }),
        }),
      ),
    ),
  },
];
