import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const xpath2 = (
  refname: string,
  xpathQuery: string,
  more: Record<string, Value> = {},
  scope: Record<string, Value> = {},
): TestElement => {
  const own = {
    refname,
    xpathQuery,
    default: 'none',
    matchNumber: '-1',
    fragment: false,
    namespaces: '',
    ...more,
  };
  const named = Object.entries(own).map(([key, value]) => [`XPathExtractor2.${key}`, value] as const);
  return element('XPath2Extractor', `xpath ${xpathQuery}`, { ...Object.fromEntries(named), ...scope });
};
const variable = { 'Sample.scope': 'variable', 'Scope.variable': 'doc' };

const shop = `<?xml version="1.0"?>
<!-- first --><shop id="s" name="Shop">
  <book id="1" lang="en"><title>One</title><price>8.95</price><tag>x</tag><tag>y</tag></book>
  <book id="2"><title>Two &amp; <b>a half</b></title><price>12</price></book>
  <book id="3" lang="de"><title><![CDATA[Three <3>]]> more</title><price/></book>
  <?go on?><empty/><n>5</n><n>10</n> text
</shop>`;
const soap =
  '<s:Envelope xmlns:s="urn:soap" xmlns="urn:d" xmlns:x="urn:x"><s:Body x:a="1"><item x:a="2">one</item><x:item>two</x:item><plain xmlns="">three</plain></s:Body></s:Envelope>';

const tried = (name: string, doc: string, paths: readonly string[], namespaces = ''): DifferentialCase => ({
  name,
  plan: planWith(
    {},
    { doc, n: '2', tag: 'book' },
    group(
      { loops: 2 },
      debug('sample', ...paths.map((path, index) => xpath2(`m${index}`, path, { namespaces }, variable))),
    ),
  ),
});

export const cases: DifferentialCase[] = [
  tried('XPath 2: paths', shop, [
    ...[
      '/',
      '/shop',
      '/shop/book',
      '//book',
      '//title',
      '//book/title',
      '//book/@id',
      '/shop/@name',
      '//@id',
    ],
    ...['//book[2]', '//book[2]/title', '//tag[2]', '//book/tag[1]', '(//tag)[2]', '//book[last()]/@id'],
    ...['//book[position()=2]', '//book[position() < 3]/@id', '//book[last() - 1]/@id', '//title/text()'],
    ...[
      '//book/*',
      '//comment()',
      '/comment()',
      '//processing-instruction()',
      "//processing-instruction('go')",
    ],
    ...[
      '//b/..',
      '//b/ancestor::*',
      '//b/ancestor::book/@id',
      '//book[1]/following-sibling::*',
      '//n/preceding::title',
    ],
    ...[
      '//tag | //n',
      '//n | //tag',
      '//title/node()',
      '//empty',
      '//missing',
      '//price/text()',
      '//${tag}[${n}]',
    ],
    ...[
      '/shop/text()',
      '//b/preceding-sibling::node()',
      '//book/descendant::node()/self::text()',
      '/shop/book[2]/..',
    ],
    ...['.', './/n', '//*', '//n/self::n', "//*[local-name()='n']", "//*[name()='n']"],
  ]),
  tried('XPath 2: conditions', shop, [
    ...[
      "//book[@id='2']/title",
      "//book[title='One']",
      "//book[tag='y']/@id",
      '//book[@lang]/@id',
      '//book[not(@lang)]/@id',
    ],
    ...["//book[@lang='en' or @id='2']/@id", '//book[@lang and title]/@id', "//title[contains(., 'half')]"],
    ...[
      "//title[starts-with(., 'T')]",
      "//title[contains(string(.), 'o')]",
      "//book[contains(@lang, 'e')]/@id",
    ],
    ...["//book[normalize-space(@id)='1']/price", '//book[count(tag) = 2]/@id', '//book[count(tag) > 0]/@id'],
    ...[
      "//book[@lang != 'en']/@id",
      '//book[string-length(@id) = 1]/@id',
      '//book[title = //b]/@id',
      "//n[. = '5']",
    ],
    ...[
      "//n[text()='5']",
      "//book[concat(@id, '-', @lang) = '1-en']/@id",
      "//book[substring-before('a-b', '-') = 'a']/@id",
    ],
    ...[
      'count(//book)',
      'count(//missing)',
      "//book/@id = '2'",
      "//n = '7'",
      'not(//missing)',
      'true()',
      'boolean(//n)',
    ],
    ...[
      "contains('abc', 'b')",
      '//book[true()]/@id',
      '//book[false()]',
      'count(//n) = 2 and //b',
      '//book[tag][1]/@id',
    ],
    ...["//book[not(contains(@lang, 'e'))]/@id", 'count(//n) + 1 > 2', '//book[position() = last()]/@id'],
  ]),
  tried(
    'XPath 2: prefixes of the plan',
    soap,
    [
      '//d:item',
      '//x:item',
      '//item',
      '//plain',
      '/soap:Envelope/soap:Body',
      '//@x:a',
      '//d:item/@x:a',
      '//d:*',
      '//*',
      '//@a',
    ],
    'soap=urn:soap\nd=urn:d\nx=urn:x',
  ),
  {
    name: 'XPath 2: which match',
    plan: planWith(
      {},
      { doc: '<a><b>1</b><b>2</b><b>3</b></a>', two: '2' },
      group(
        { loops: 2 },
        debug(
          'sample',
          ...['1', '2', '3', '4', '-1', '-5', '${two}', 'x', ''].flatMap((matchNumber) =>
            matchNumber === 'x' || matchNumber === ''
              ? [xpath2(`one ${matchNumber}`, '//b[2]', { matchNumber }, variable)]
              : [
                  xpath2(`m ${matchNumber}`, '//b', { matchNumber }, variable),
                  xpath2(`n ${matchNumber}`, '//c', { matchNumber }, variable),
                ],
          ),
          xpath2('random', '//b[3]', { matchNumber: '0' }, variable),
        ),
        debug('none', xpath2('nothing', '//c', { matchNumber: '0' }, variable)),
      ),
    ),
  },
  {
    name: 'XPath 2: old variables',
    plan: planWith(
      {},
      { doc: '<a><b>1</b><b>2</b><b>3</b></a>', other: '<a><b>4</b></a>' },
      group(
        {},
        debug('three', xpath2('m', '//b', {}, variable)),
        debug('one', xpath2('m', '//b', {}, { ...variable, 'Scope.variable': 'other' })),
        debug('none', xpath2('m', '//c', {}, variable)),
        debug('unset', xpath2('m', '//b', {}, { ...variable, 'Scope.variable': 'nope' })),
      ),
    ),
  },
  ...[
    'no xml',
    '<a>',
    '',
    ' ',
    '<a></b>',
    '<a/>x',
    '<html><br></html>',
    '{"a":1}',
    '<a b=c/>',
    '<a>&nbsp;</a>',
    '<x:a/>',
    '<x:a>b</x:a>',
    '<a x:b="1"/>',
    '<a b="1" b="2"/>',
    '\n\n<a>\n <b></c>',
    '<a><!-- -- --></a>',
    '<a b>',
    '<a>]]></a>',
    '<!DOCTYPE html>\n<html><head><meta x></head></html>',
    '\ufeff<a/>',
    '<?xml version="1.0" encoding="UTF-16"?><a>ü</a>',
    '<?xml version="1.0" encoding="ISO-8859-1"?><a>ü</a>',
    '<a>& b</a>',
    '<a>&b</a>',
    '<',
    '<a',
    '<a><',
    '<a><1/></a>',
    '<a><!-- x',
    '<a><![CDATA[ x',
    '<1/>',
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n</head></html>',
  ].map(
    (doc): DifferentialCase => ({
      name: `XPath 2 in ${doc}`,
      plan: planWith({}, { doc }, group({}, debug('sample', xpath2('m', '//a', {}, variable)))),
    }),
  ),
  {
    name: 'XPath 2 in answers',
    plan: ({ port }) =>
      planWith(
        {},
        {},
        group(
          {},
          ...['parent', 'all', 'children'].map((scope) =>
            http(scope, { port, path: '/json' }, xpath2('m', '//a', {}, { 'Sample.scope': scope })),
          ),
        ),
      ),
  },
];
