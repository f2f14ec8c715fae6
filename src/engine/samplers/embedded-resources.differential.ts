import type { DifferentialCase } from '../testing/differential-case.ts';
import {
  element,
  group,
  headers,
  http,
  planWith,
  type TestElement,
  type Value,
  withXml,
} from '../testing/plan.ts';
import type { SampleFacts } from '../testing/sample-facts.ts';

const all = { 'HTTPSampler.image_parser': true };
const atOnce = { ...all, 'HTTPSampler.concurrentDwn': true, 'HTTPSampler.concurrentPool': '3' };

const hex = (text: string) => Buffer.from(text).toString('hex');
const page = (html: string, type = 'text/html') => `/type?type=${encodeURIComponent(type)}&hex=${hex(html)}`;
const css = (text: string) => page(text, 'text/css');

/** HTTPSamplerProxy that loads what a page needs. */
const loads = (
  name: string,
  pages: (string | [string, Record<string, Value>])[],
  more: Partial<DifferentialCase> = {},
  around: TestElement[] = [],
): DifferentialCase => ({
  name: `resources: ${name}`,
  plan: ({ port }) =>
    planWith(
      {},
      { port: String(port), what: '.*[.]png' },
      group(
        {},
        ...around,
        ...pages.map((each, index) => {
          const [path, settings] = typeof each === 'string' ? [each, {}] : each;
          return http(`p${index}`, { port, path, more: { ...all, ...settings } });
        }),
      ),
    ),
  ...more,
});

/** Without times and bytes: which of them has the open connection, and what it counted, is a race in JMeter. */
const timeless = (samples: readonly SampleFacts[]): unknown[] =>
  samples.map(({ startMs, endMs, latencyMs, connectMs, idleMs, children, ...others }) => ({
    ...others,
    children: timeless(children),
  }));

const concurrent = {
  isConcurrent: true,
  without: ['bytes'] as const,
  normalize: (text: string) => text.replaceAll(/ResDownload-Thread-\d+/g, 'Users 1-1'),
  summarize: timeless,
};

const failure = { without: ['bytes', 'body'] } as const;

export const cases: DifferentialCase[] = [
  loads('which tags and attributes have them', [
    page(
      '<html><body background="bg.png"><img src="/a.png"><IMG SRC=b.png><img SRC=\'c.png\'/><img></body></html>',
    ),
    page(
      '<head><link rel="stylesheet" href="/s.txt"><LINK REL="Shortcut Icon" href="i.png"><link rel="icon" href="j.png"><link rel=preload href=k.png><link rel="next" href="n.png"><link href="m.png"></head>',
    ),
    page(
      '<script src="/x.js"></script><script>var a = "<img src=no.png>";</script><script src="y.js" style="background: url(\'no.png\')">code</script>',
    ),
    page(
      '<frameset><frame src="/f.txt"></frameset><iframe src="/g.txt"><img src="in-iframe.png"></iframe><embed src=e.swf><bgsound src=b.mid>',
    ),
    page(
      '<applet code="a.class"></applet><applet codebase="base" code="b.class"><applet codebase="base" archive="c.jar" code="c.class"><applet codebase="x">',
    ),
    page(
      '<object data="d.swf" codebase="/cb"></object><input type=image src="i.png"><input type="IMAGE" src="j.png"><input type=text src="k.png">',
    ),
    page(
      '<table background="t.png"><td background="u.png"><div style="background: url(\'v.png\')"><p style=\'x: URL( "w.png" ); y: url("z.png")\'><p style="x: url(plain.png)">',
    ),
    page(
      '<div background="q.png" style="">x</div><a href="no">no</a><video src="no.mp4"><source src="no.mp3">',
    ),
  ]),
  loads(
    'how addresses are read',
    [
      page(
        '<img src="a?x=1&amp;y=2"><img src="b?x=1&y=2"><img src="c?x=&#65;"><img src="d?&amp;amp;"><img src="e?&copy;&copy=1&nosuch;">',
      ),
      page(
        '<img src=" sp aces .png "><img src="\nline\nbreak.png"><img src=""><img src="   "><img src="gr\u00fcn.png"><img src="a%20b.png"><img src="q?a|b">',
      ),
      page(
        '<img src="/x/../y.png"><img src="./z.png"><img src="../../../up.png"><img src="//127.0.0.1:${port}/abs.png"><img src="http://127.0.0.1:${port}//a//b.png">',
      ),
      page(
        '<img src="javascript:void(0)"><img src="data:image/png;base64,AAAA"><img src="about:blank"><img src="?query"><img src="#part"><img src="odd://x">',
      ),
      page('<img src="same.png"><img src="same.png"><img src="./same.png"><img src="/same.png?">'),
      page(
        '<base href="/other/"><img src="a.png"><base href="deeper/"><img src="b.png"><base href=""><base><img src="c.png">',
      ),
    ],
    failure,
  ),
  loads('how pages are read', [
    page(
      '<!-- <img src="no.png"> --><!--[if IE]><img src="no.png"><![endif]--><![if !IE]><img src="a.png"><![endif]><img src=b.png>',
    ),
    page(
      '<title><img src=no.png></title><textarea><img src=no.png></textarea><style><img src=no.png></style><img src="yes.png"><noscript><img src="no.png"></noscript>',
    ),
    page(
      '<img src=a.png<img src=b.png><img/src=c.png><img src = "d.png" ><img src="e.png"id=x><img id=">" src=f.png>',
    ),
    page('<img src="a.png" src="no.png"><svg><image href="no.png"/></svg><img src="unclosed.png'),
    page(
      '<?xml version="1.0"?><!DOCTYPE html><html xmlns="x"><img src="a.png"/></html>',
      'application/xhtml+xml',
    ),
    page('<a background="x.png"/>', 'text/xml'),
    page('<img src="a.png">', 'TEXT/HTML; charset=utf-8'),
    page(
      '<script src="a.js"/><img src="no.png"></script><img src="b.png"><xmp><img src="no.png"></xmp><script src="c.js">',
    ),
    page(
      '<![CDATA[<img src="a.png">]]><plaintext><img src="b.png"><noembed><img src=no.png></noembed><noframes><img src=no.png></noframes>',
    ),
    page('<img src="a.png">', 'text/plain'),
    page('<img src="a.png">', ''),
    page('', 'text/html'),
    page('no tags'),
  ]),
  loads('of style sheets: what they import', [
    css(
      '@charset "utf-8"; @import "a.txt"; @import url(b.txt); @import url("c.txt") screen; @import \'d.txt\' print, tv;',
    ),
    css('/* c */ @import "a.txt"; body { background: url(no.png) } @import "late.txt";'),
    css('body { background: url(no.png) }'),
    css(
      '@media print { a { b: c } @import "no.txt"; } @font-face { src: url(no.woff) } @import "after.txt";',
    ),
    css('@import bad; @import ; } { @import "a.txt"; a { b: "}" } @import "b.txt"; c { unclosed'),
    css(
      '<!-- @import "a.txt"; --> @namespace x "y"; @import url( c.txt ); @import "d\\.txt";@import "" ; @import url();',
    ),
    css('@import "same.txt"; @import "same.txt";@IMPORT URL( \'upper.txt\' );'),
    page(`<link rel=stylesheet href="${css('@import "from-css.txt";').replaceAll('&', '&amp;')}">`),
  ]),
  loads(
    'that are pages themselves, too deep, or redirected',
    [
      page(
        `<iframe src="${page('<img src="/inner.png">').replaceAll('&', '&amp;')}"></iframe><img src="/outer.png">`,
      ),
      '/frames/0',
      page('<img src="/redirect/302?to=/after"><img src="/redirect/302?to=/status/404">'),
      `/redirect/302?to=${encodeURIComponent(page('<img src="/a.png"><img src="/b.png">'))}`,
      [
        `/redirect/302?to=${encodeURIComponent(page('<img src="/a.png">'))}`,
        { 'HTTPSampler.follow_redirects': false, 'HTTPSampler.auto_redirects': true },
      ],
    ],
    failure,
  ),
  loads(
    'that fail',
    [
      page('<img src="/status/404"><img src="/a.png"><img src="/status/500">'),
      page('<img src="http://127.0.0.1:1/nobody.png"><img src="/a.png">'),
      page('<base href="odd://x"><img src="/a.png">'),
      page('<iframe src="/status/404"></iframe>'),
      '/status/404',
    ],
    failure,
  ),
  loads('that the plan wants and those it does not', [
    [page('<img src="a.png"><img src="b.gif"><img src="c.png">'), { 'HTTPSampler.embedded_url_re': '.*png' }],
    [
      page('<img src="a.png"><img src="b.gif"><img src="c.png">'),
      { 'HTTPSampler.embedded_url_re': '${what}' },
    ],
    [page('<img src="a.png"><img src="b.gif">'), { 'HTTPSampler.embedded_url_re': 'png' }],
    [page('<img src="a.png"><img src="b.gif">'), { 'HTTPSampler.embedded_url_exclude_re': '.*/b[.].*' }],
    [
      page('<img src="a.png"><img src="b.gif">'),
      { 'HTTPSampler.embedded_url_re': '.*', 'HTTPSampler.embedded_url_exclude_re': '.*png' },
    ],
    [page('<img src="x/../a.png">'), { 'HTTPSampler.embedded_url_re': '.*/x/.*' }],
  ]),
  loads(
    'several at once',
    [
      [
        page('<img src="a.png"><img src="b.png"><img src="c.png"><img src="d.png"><img src="/status/404">'),
        atOnce,
      ],
      [page('<img src="e.png"><img src="f.png">'), { ...atOnce, 'HTTPSampler.concurrentPool': 'x' }],
      [page('<img src="g.png"><img src="h.png">'), { ...atOnce, 'HTTPSampler.concurrentPool': '1' }],
      [page('<img src="i.png"><img src="j.png">'), { ...atOnce, 'HTTPSampler.concurrentPool': '' }],
      [page('<img src="/redirect/302?to=/k.png"><img src="l.png">'), atOnce],
    ],
    concurrent,
  ),
  loads(
    'at once, with functions in names and headers',
    [[page('<img src="a.png"><img src="/redirect/302?to=/b.png">'), atOnce]],
    concurrent,
    [headers(['X-Group', '${__threadGroupName}'], ['X-User', '${__groovy(ctx.getThreadNum())}'])],
  ),
  loads(
    'with cookies, one after the other and at once',
    [
      [
        page(
          '<img src="/set-cookie?c=a%3D1;Path%3D/"><img src="/a.png"><img src="/set-cookie?c=a%3D2;Path%3D/">',
        ),
        {},
      ],
      '/cookies',
      [
        page(
          '<img src="/set-cookie?c=b%3D1;Path%3D/"><img src="/set-cookie?c=d%3D2;Path%3D/"><img src="/b.png">',
        ),
        atOnce,
      ],
      '/cookies/2',
    ],
    concurrent,
    [
      withXml(
        {
          ...element('CookieManager', 'Cookies', { 'CookieManager.clearEachIteration': false }),
          guiClass: 'CookiePanel',
        },
        '<collectionProp name="CookieManager.cookies"/>',
      ),
    ],
  ),
  loads(
    'with a cache, own headers and only a checksum',
    [
      [page('<img src="/cached?h=Cache-Control:max-age%3D60"><img src="/a.png">'), {}],
      [page('<img src="/cached?h=Cache-Control:max-age%3D60"><img src="/b.png">'), {}],
      [
        page('<img src="/cached?h=Cache-Control:max-age%3D60"><img src="/c.png">'),
        { 'HTTPSampler.md5': true },
      ],
    ],
    {},
    [
      { ...element('CacheManager', 'Cache', { useExpires: true }), guiClass: 'CacheManagerGui' },
      headers(['X-A', '1']),
    ],
  ),
  {
    name: 'resources: of what was posted, by defaults, not kept open',
    plan: ({ port }) => [
      group(
        {},
        http('form', {
          port,
          path: page('<img src="/a.png">'),
          method: 'POST',
          params: [{ name: 'a', value: 'b' }],
          more: all,
        }),
        http('raw', {
          port,
          path: page('<img src="/a.png">'),
          method: 'POST',
          params: [{ name: '', value: 'raw' }],
          more: { ...all, 'HTTPSampler.postBodyRaw': true },
        }),
        http('closed', {
          port,
          path: page('<img src="/a.png"><img src="/b.png">'),
          more: { ...all, 'HTTPSampler.use_keepalive': false },
        }),
        http('by defaults', { port, path: page('<img src="/a.png"><img src="/b.png">') }),
        {
          ...element('ConfigTestElement', 'Defaults', {
            'HTTPSampler.image_parser': true,
            'HTTPSampler.embedded_url_re': '.*a.png',
          }),
          guiClass: 'HttpDefaultsGui',
        },
      ),
    ],
  },
];
