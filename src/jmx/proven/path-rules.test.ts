import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isProvenSelector } from './css-rule.ts';
import { isProvenXPath } from './xpath-rule.ts';

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
