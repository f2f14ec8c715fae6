import type { DifferentialCase } from '../testing/differential-case.ts';
import { debug, element, group, http, planWith, type TestElement, type Value } from '../testing/plan.ts';

const css = (
  refname: string,
  expr: string,
  attribute = '',
  more: Record<string, Value> = {},
  scope: Record<string, Value> = {},
): TestElement => {
  const own = { refname, expr, attribute, default: 'none', match_number: '-1', extractor_impl: '', ...more };
  const named = Object.entries(own).map(([key, value]) => [`HtmlExtractor.${key}`, value] as const);
  return element('HtmlExtractor', `CSS ${expr}`, { ...Object.fromEntries(named), ...scope });
};

const shop = `<!DOCTYPE html>
<html lang="en"><head><title> A   shop </title><meta name="csrf-token" content="T0K&amp;en"><style>p{}</style></head>
<body class="Home page">
<!-- comment -->
<div id="main" data-a="1" data-b=""><p>One <b>two</b>three</p><p class="x  y">Four<br>five &nbsp; six</p>text<span>after</span></div>
<ul id=list><li>a<li class="Odd">b<li>c <ul><li>d</ul></ul>
<form action="/Go?a=1&amp;b=2" METHOD=post><input type="hidden" name="token" value=" abc "><input type=text name="q" disabled>
<select name="s"><option value="1">First<option value="2" selected>Second</select><textarea>  keep
  this </textarea><button>Press  me</button></form>
<table><tr><td>1<td>2<tr><td colspan=2>3</table>
<pre>  pre
  text </pre>
<a href="/ok">ok</a> <a href="http://other/PATH.html?x">other</a><a name="n">no href</a>
<script>var a = "<p>not</p>";</script><noscript><p>no script</p></noscript>
<template><p>in a template</p></template><svg viewBox="0 0 1 1"><linearGradient/></svg>
<x-own a="1">own</x-own>zero\u200bwidth so\u00adft
</body></html>`;

const served = (body: string) =>
  `/type?type=text/html;charset=utf-8&hex=${Buffer.from(body).toString('hex')}`;
const asked = (body: string, ...children: TestElement[]) => ({
  plan: ({ port }: { port: number }) =>
    planWith(
      {},
      { html: '<b>in a variable</b><b>two</b>', other: '<b>other</b>', nothing: '', tag: 'li', two: '2' },
      group({}, http('page', { port, path: served(body) }, ...children), debug('after')),
    ),
});
const many = (prefix: string, selectors: string[], attribute = '') =>
  selectors.map((selector, index) => css(`${prefix}${index}`, selector, attribute));

export const cases: DifferentialCase[] = [
  {
    name: 'HtmlExtractor with selectors',
    ...asked(
      shop,
      ...many('s', [
        'p',
        'P',
        '*',
        'html',
        'title',
        '#main',
        '#MAIN',
        '#main p',
        '#main > p',
        'div>p',
        'body > p',
        '.x',
        '.X.y',
        'p.y',
        '.home',
        'li',
        'ul li',
        'ul > li',
        'ul ul li',
        'li + li',
        'li ~ li',
        'p, li',
        'td,th , pre',
        'option[selected]',
        'option[value=2]',
        'option[value="2"]',
        "option[value='1']",
        'a[href]',
        'a[href=/ok]',
        'a[href^=HTTP]',
        'a[href$=".html?X"]',
        'a[href*="/path"]',
        'a[href!=/ok]',
        'input[value=abc]',
        'input[type=hidden][name=token]',
        '[data-a]',
        '[data-b]',
        '[^data-]',
        '[method=POST]',
        'svg',
        'template p',
        'noscript',
        'script',
        'style',
        'x-own',
        'nothing',
        'textarea',
        'select',
        'form',
        'table',
        'tr td',
        'body',
        'pre',
        'tbody > tr',
        'linearGradient',
      ]),
    ),
  },
  {
    name: 'HtmlExtractor with pseudo-classes',
    ...asked(
      shop,
      ...many('p', [
        'li:first-child',
        'li:last-child',
        'li:nth-child(2)',
        'li:nth-child(odd)',
        'li:nth-child(even)',
        'li:nth-child(2n+1)',
        'li:nth-child(-n+2)',
        'li:nth-child(n+2)',
        'li:nth-child(-2n+3)',
        'li:nth-child(+1)',
        'li:nth-last-child(1)',
        'p:nth-of-type(2)',
        'p:nth-last-of-type(2)',
        'span:first-of-type',
        'a:last-of-type',
        'li:only-child',
        'span:only-of-type',
        'html:first-child',
        ':root',
        'p:root',
        'li:eq(1)',
        'li:lt(2)',
        'li:gt(0)',
        'td:eq(0)',
        ':lt(1)',
        'p:contains(one two)',
        'p:contains(TWOTHREE)',
        'li:contains(d)',
        'li:containsOwn(c)',
        'div:containsOwn(text)',
        'a:contains("ok")',
        'p:not(.x)',
        'li:not(:first-child)',
        'input:not([type=hidden])',
        'li:has(ul)',
        'div:has(p b)',
        'ul:has(body li)',
        'li:is(.odd, :last-child)',
        'a:not([href]), a[href]:not([href^=http])',
      ]),
    ),
  },
  {
    name: 'HtmlExtractor of attributes',
    ...asked(
      shop,
      css('a0', 'a', 'href'),
      css('a1', 'form', 'action'),
      css('a2', 'form', 'METHOD'),
      css('a3', 'form', 'method'),
      css('a4', 'input', 'value'),
      css('a5', 'input', 'disabled'),
      css('a6', 'meta', 'content'),
      css('a7', '*', 'class'),
      css('a8', 'svg', 'viewBox'),
      css('a9', 'svg', 'viewbox'),
      css('a10', 'p', ' '),
      css('a11', 'body', ' class'),
      css('a12', 'meta[name=csrf-token]', 'content', { match_number: '1' }),
    ),
  },
  {
    name: 'HtmlExtractor with match numbers',
    ...asked(
      shop,
      css('m1', 'td', '', { match_number: '1' }),
      css('m2', 'td', '', { match_number: '${two}' }),
      css('m9', 'td', '', { match_number: '9' }),
      css('m0', 'title', '', { match_number: '0' }),
      css('m00', 'nothing', '', { match_number: '0' }),
      css('word', 'title', '', { match_number: 'x' }),
      css('blank', 'title', '', { match_number: ' 1' }),
      css('empty', 'title', '', { match_number: '' }),
      css('minus', 'td', '', { match_number: '-3' }),
      css('noDefault', 'nothing', '', { default: '', match_number: '1' }),
      css('emptyDefault', 'nothing', '', { default: '', match_number: '1', default_empty_value: true }),
      css('impl', 'td', '', { extractor_impl: 'JSOUP' }),
      css('variable', '${tag}:eq(${two})', ''),
      css('again', 'td'),
      css('again', 'title'),
      css('again', 'title', '', { match_number: '1' }),
    ),
  },
  {
    name: 'HtmlExtractor of variables, of which JMeter reads only the first',
    ...asked(
      shop,
      ...['nothing', 'unset', 'html', 'other'].map((variable) =>
        css(variable, 'b', '', {}, { 'Sample.scope': 'variable', 'Scope.variable': variable }),
      ),
    ),
  },
  {
    name: 'HtmlExtractor of sub-samples, of which JMeter keeps the first',
    plan: ({ port }) => [
      group(
        { loops: 2 },
        http(
          'page',
          { port, path: '/redirect/302?to=/html' },
          css('children', 'title', '', {}, { 'Sample.scope': 'children' }),
          css('parent', 'body', '', {}, { 'Sample.scope': 'parent' }),
          css('all', 'body', '', {}, { 'Sample.scope': 'all' }),
          css('first', 'body', '', { match_number: '1' }, { 'Sample.scope': 'all' }),
        ),
        debug('after'),
      ),
    ],
  },
  ...[
    '',
    'plain text',
    '{"a":"<b>x</b>"}',
    '<p>one<p>two<div>three</p>four',
    '<b><i>x</b>y</i>',
    '<table><b>out</b><tr><td>in</table>',
    '<ul><li>a</ul><p>b</p>c<p>d</p><h1>e</h1>f<a>g</a><div>h</div><a>i</a>',
    '<div>a<div>b</div><li>c</li><button>d</button>e</div>',
    '<p>&lt;b&gt; &copy; &amp;amp; &#65; &#x42; &euro; &nbsp;x &hellip; &unknown; &copy</p>',
    '<p title="a&amp;b &quot;c&quot; &copy;">x</p>',
    '<p>a\u3000b\u2003c</p>',
    '<a href=x>1<a href=y>2</a>',
    '<title>&lt;t&gt;</title><textarea>\n<b>x</b></textarea><iframe><p>y</p></iframe><xmp><p>z</p></xmp>',
    '<frameset><frame src=a></frameset>',
    '<?xml version="1.0"?><root><item>x</item><item/>y</root>',
    '<p CLASS="A" class="B" Id=i>x</p>',
    '<svg><title>t</title><a>x</a></svg>',
    '<svg><text>a</text><text>b</text></svg>x<div>y</div>',
    '<svg><style>x</style>a<script>y</script>b<desc>d</desc></svg>c',
    '<svg/>x<svg></svg>y',
    '<svg><foreignObject><p>a</p>b</foreignObject></svg>c',
    '<p title="a\r\nb">c</p>\r\n<pre>\r\nd\r\ne</pre>x<textarea>\r\nf</textarea>',
    '<pre>\nd\ne</pre>x<textarea>\nf\n</textarea>y',
    '<div/>a<b/>c<p/>d<script/>e<a/>f<span/>g<li/>h<i>j<b/>k',
    '<svg><path d=1 /><g/>x</svg><img/>y<br/>z</br>w',
    '<noframes><p>x</noframes><noembed>y</noembed>',
    '<math><mi>x</mi></math>',
    '<select><option>a<p>b</select>',
    '<form><form><input></form></form>',
    '\ufeff<p>mark</p>',
    '<p>unclosed <b',
    '<!-- x -->y<!-- z',
    '<body a=1><body b=2><p>x',
    '<dl><dt>a<dd>b<dt>c</dl>',
    '<p>x<table><tr><td>y</table>',
  ].map((body) => ({
    name: `HtmlExtractor of ${JSON.stringify(body)}`,
    ...asked(
      body,
      css('all', '*'),
      css('p', 'p, b, i, a, td, li'),
      css('class', '*', 'class'),
      css('title', '*', 'title'),
    ),
  })),
];
