import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isProvenSelector } from './css-rule.ts';
import { isProvenJmesPath } from './jmespath-rule.ts';
import { isProvenXPath } from './xpath-rule.ts';
import { isPlainNamespaceList, isProvenXPath2 } from './xpath2-rule.ts';

describe('an XPath in a plan', () => {
  it('is ours when it is XPath 1.0 of the proven kind, also with variables of JMeter', () => {
    for (const written of [
      "//a[@b='c']/d[2]/text()",
      'count(//a) > 1 and not(//b)',
      '//a[${n}]',
      '//${tag}/@${attribute}',
      "//a[text()='${value}']",
      'div div mod mod 2',
    ]) {
      assert.equal(isProvenXPath(written), true, written);
    }
  });

  it('is left to Apache JMeter when Xalan may read it otherwise', () => {
    for (const written of [
      '',
      '//a[',
      '$variable',
      "id('a')",
      "lang('en')",
      "matches(., 'a')",
      'exslt:node-set(//a)',
      '//a/namespace::*',
      'count(1)',
      "'a'/b",
      '1 | //a',
      '--1',
      '//a b',
      'for $a in //a return $a',
      "//a['",
    ]) {
      assert.equal(isProvenXPath(written), false, written);
    }
  });
});

describe('a CSS selector in a plan', () => {
  it('is ours when it is of the proven kind, also with variables of JMeter', () => {
    for (const written of [
      'div#a.b > p[data-x^="y"]:nth-child(2n+1), a[href=/ok]',
      'li:eq(${n})',
      'input[name=${name}]',
      'p:not(:has(b))',
    ]) {
      assert.equal(isProvenSelector(written), true, written);
    }
  });

  it('is left to Apache JMeter when jsoup may read it otherwise', () => {
    for (const written of [
      '',
      'a[',
      'a[href~=^/ok]',
      'p:matches(a)',
      'a >',
      '> a',
      'a::text',
      'ns|a',
      '[abs:href]',
      'p:contains(a\\)b)',
      'li:nth-child(n + 2)',
      'p:empty',
      'a,,b',
      '[a=]',
    ]) {
      assert.equal(isProvenSelector(written), false, written);
    }
  });
});

describe('a JMESPath in a plan', () => {
  it('is ours when it is valid, also with variables of JMeter', () => {
    for (const written of [
      'a.b[0].c[*].d[] | [?e == `1` && !f].{g: h, "i j": [k, l]}',
      'sort_by(a, &b)[-1]',
      'a[${n}]',
      "a[?b == '${value}'].${name}",
      'true.false',
    ]) {
      assert.equal(isProvenJmesPath(written), true, written);
    }
  });

  it('is left to Apache JMeter when jmespath-java may read it otherwise', () => {
    for (const written of [
      '',
      'a.',
      'a[b]',
      'a[::-1]',
      'a[::0]',
      'a[01]',
      'a[99999999999]',
      'a-b',
      '`foo`',
      '`"a\\`b"`',
      'unknown(a)',
      'abs()',
      'abs(a, b)',
      'abs(&a)',
      'sort_by(a, b)',
      'toString(a)',
      'a.@',
      'a = b',
      '"a',
      'a b',
      '$.a',
    ]) {
      assert.equal(isProvenJmesPath(written), false, written);
    }
  });
});

describe('an XPath 2 in a plan', () => {
  it('is ours when it means the same in XPath 1.0', () => {
    for (const written of ["//a[@b='c']/d[2]", 'count(//a) > 1', '//p:a[${n}]', "//a[contains(., 'x')]"]) {
      assert.equal(isProvenXPath2(written, 'p=urn:p'), true, written);
    }
  });

  it('is left to Apache JMeter when Saxon may see more or something else in it', () => {
    for (const written of [
      '//*:a',
      '//q:a',
      '//a[@b = 5]',
      '//a[b > 5]',
      '//a[b > c]',
      "contains(//a, 'x')",
      'string(//a)',
      'sum(//a)',
      '//a/@*',
      '//@a | //@b',
      'for $a in //a return $a',
      "matches(., 'x')",
      '//a/string()',
      '5',
      '',
    ]) {
      assert.equal(isProvenXPath2(written, 'p=urn:p'), false, written);
    }
    assert.equal(isPlainNamespaceList('a=urn:a\nb=urn:b'), true);
    assert.equal(isPlainNamespaceList('a=${b}'), false);
    assert.equal(isPlainNamespaceList('fn=urn:a'), false);
  });
});
