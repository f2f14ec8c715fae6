import { hostname, networkInterfaces } from 'node:os';
import type { DifferentialCase } from '../testing/differential-case.ts';
import { group, http, planWith } from '../testing/plan.ts';
import { shown } from './functions.differential.ts';

/** Its name may stand for an address that no interface has. */
function withoutMachine(text: string): string {
  const addresses = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => address),
  );
  return [...addresses, '127.0.1.1']
    .reduce((all, address) => all.replaceAll(address, '(address of this machine)'), text)
    .replaceAll(hostname(), '(this machine)');
}

export const cases: DifferentialCase[] = [
  shown('__Random with one possible value, and into a variable', [
    '${__Random(5,5)}',
    '${__Random( -7 , -7 ,r)} ${r}',
    '${__Random(9007199254740993,9007199254740993)}',
    '${__Random(5,5,)}',
    '${__Random(${x},${x}, r2 )}${r2}',
  ]),
  shown('__Random stays within its bounds', ['${__Random(1,3)}', '${__Random(100,199)}'], {
    normalize: (text) =>
      text.replaceAll(/"label":"[1-3]"/g, '"label":"1"').replaceAll(/"label":"1\d\d"/g, '"label":"1xx"'),
  }),
  shown('__RandomString', [
    '${__RandomString(4,a)}',
    '${__RandomString(0,a)}|',
    '${__RandomString(3, b ,s)} ${s}',
    '${__RandomString(${x},é)}',
  ]),
  shown('__RandomString from several characters', ['${__RandomString(12,abc)}'], {
    normalize: (text) => text.replaceAll(/[abc]{12}/g, 'twelve'),
  }),
  shown('__RandomFromMultipleVars', [
    '${__split(q\\,q,m)}${__setProperty(a,b)}',
    '${__RandomFromMultipleVars(x)}',
    '${__RandomFromMultipleVars(y|y,picked)} ${picked}',
    '${__RandomFromMultipleVars(none|list)}|',
    '${__RandomFromMultipleVars( empty )}|',
  ]),
  shown('__UUID', ['${__UUID}', '${__UUID()}'], {
    normalize: (text) =>
      text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, 'uuid'),
  }),
  shown('__counter', [
    '${__counter(FALSE)} ${__counter(FALSE)}',
    '${__counter(true,c)} ${c}',
    '${__counter(,c2)} ${c2}',
    '${__counter(TRUE, c3 )} ${c3}',
  ]),
  shown('__eval and __evalVar', [
    '${__eval(a${x})}',
    '${__eval(\\${x}${y})}',
    '${__evalVar(name)}',
    '${__evalVar(none)}|',
    '${__eval(${__V(template)})}',
    '${__evalVar(template)}',
    '${__evalVar(${name})}',
  ]),
  shown('__changeCase, __uppercase and __lowercase', [
    '${__changeCase(aBc dE)}',
    '${__changeCase(aBc,lower)}',
    '${__changeCase(aBc éa,CAPITALIZE,k)} ${k}',
    '${__changeCase(straße,UPPER)}',
    '${__changeCase(aBc,odd)}',
    '${__changeCase(aBc,)}',
    '${__lowercase(ÄBC,low)} ${low}',
    '${__uppercase(äbcß)}',
  ]),
  shown('__setProperty, __isPropDefined and __isVarDefined', [
    '${__isPropDefined(p1)}${__setProperty(p1,one)}${__P(p1)}${__isPropDefined(p1)}',
    '${__setProperty(p1,two,true)}',
    '${__setProperty(p2,two,TRUE)}',
    '${__setProperty(p3,three,no)}|',
    '${__isVarDefined(x)} ${__isVarDefined(none)}',
  ]),
  shown('__intSum and __longSum', [
    '${__intSum(1,2)}',
    '${__intSum(1,-2,3,total)} ${total}',
    '${__intSum(2147483647,1)}',
    '${__intSum(${x},+5,)}',
    '${__longSum(1,2,9223372036854775807)}',
    '${__longSum(1,2, t )} ${t}',
    '${__longSum(1,2,)}',
  ]),
  shown('__urlencode and __urldecode', [
    '${__urlencode(a b&c=ä/€*-_.~!)}',
    '${__urldecode(a+b%26%C3%A4%e2%82%ac)}',
    "${__urlencode(('x'))}",
  ]),
  shown('__escapeHtml, __unescapeHtml and __unescape', [
    '${__escapeHtml(<a href="x">ä & €\' \u2026 \u4e2d</a>)}',
    '${__unescapeHtml(&lt;a&gt; &auml; &#65;&#x42;&#X43; &apos; &nope; &amp &#66 &euro;)}',
    '${__unescape(a\\tb)}${__unescape(\\u0041\\uu0042)}',
    '${__unescape(\\101\\q\\")}',
  ]),
  shown('__char', [
    '${__char(65)}',
    '${__char(0x41, 0102 ,#43,x)}',
    '${__char(228,8364)}',
    '${__char(65601)}',
  ]),
  shown('__split', [
    '${__split(a\\,b\\,\\,c\\,,s)} ${s_n} ${s_1} ${s_2} ${s_3} ${s_4} ${s_5}',
    '${__split(a;b|c,t,;|)} ${t_n} ${t_3}',
    '${__split(\\,a,u)} ${u_n} ${u_1} ${u_2}',
    '${__split(one,u,)} ${u_n} ${u_1} ${u_2}',
    '${__split(abc,w,-)} ${w_n} ${w_1}',
  ]),
  shown('__substring', ['${__substring(abcdef,1,3)}', '${__substring(abc, 0 , 3 ,sub)} ${sub}']),
  shown('__threadGroupName', ['${__threadGroupName}', '${__threadGroupName()}']),
  shown('__log and __logn', [
    '${__log(hello)}',
    '${__log(a,WARN,oops,note)}',
    '${__logn(quiet)}|',
    '${__logn(quiet,error,oops)}|',
    '${__log(x,OUT)} ${__log(x,nothing)}',
  ]),
  shown('__digest', [
    '${__digest(MD5,abc)}',
    '${__digest(SHA-1,ä)}',
    '${__digest(SHA-256,abc,salt)}',
    '${__digest(SHA-512,abc,,true)}',
    '${__digest(SHA-224,abc,s,false,d)} ${d}',
    '${__digest(SHA-384,)}',
  ]),
  shown(
    '__machineIP and __machineName',
    ['${__machineIP}', '${__machineIP(ip)} ${ip}', '${__machineName}', '${__machineName(n)} ${n}'],
    { normalize: withoutMachine },
  ),
  shown('__env', ['${__env(SHELL_NONE)}', '${__env(SPATE_NONE,v,fall back )} ${v}', '${__env(PATH)}'], {
    normalize: (text) => text.replaceAll(JSON.stringify(process.env.PATH).slice(1, -1), '(PATH)'),
  }),
  {
    name: 'what a function throws is what an HTTP request fails with (with the stack of a JVM as its body)',
    plan: ({ port }) =>
      planWith(
        {},
        { least: '10', most: '5', word: 'abc', day: '2024-02-28' },
        group(
          { loops: 2 },
          ...[
            '${__Random(${least},${most})}',
            '${__Random(${word},${most})}',
            '${__RandomDate(yyyy-MM-dd,${day},${day},,)}',
            '${__RandomString(-1,a)}',
            '${__RandomString(${word},a)}',
            '${__intSum(1,${word})}',
            '${__substring(${word},0,${most})}',
            '${__unescape(\\u00zz)}',
            '${__unescape(${word}\\u1)}',
            '${__urldecode(%zz)}',
            '${__urldecode(a%1z)}',
            '${__urldecode(%41%-1)}',
            '${__urldecode(%4)}',
          ].map((path) => http('request', { port, path: `/${path}` })),
        ),
      ),
    without: ['body', 'bytes'],
  },
];
