import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isExpressionSupported } from './check-expression.ts';

const isOurs = (text: string) => isExpressionSupported(text, 'jexl');
const isOurScript = (text: string) => isExpressionSupported(text, 'javascript');

describe('expressions that the engine evaluates', () => {
  it('support comparisons, logic, arithmetic and string methods, with variables anywhere', () => {
    assert.ok(isOurs('"${a}" == "b" && ${n} + 1 > 3 || !empty("${c}") && size("x") eq 1'));
    assert.ok(isOurs('vars.get("a").equals("${b}") ? "x" : "y"'));
    assert.ok(isOurScript('"${a}".indexOf("x") >= 0 && parseInt("${n}") % 2 === 0;'));
  });

  it('exclude statements, assignments, objects, regular expressions and names of the JVM', () => {
    for (const text of [
      'a = 1',
      'if (1) 2',
      '[1][0]',
      '{1}',
      'new("java.io.File")',
      'log.info("x")',
      'foo(1)',
    ]) {
      assert.equal(isOurs(text), false, text);
    }
    for (const text of [
      'var x = 1; x',
      '/x/.test("x")',
      'vars.get("x")',
      'java.lang.System',
      '1\n2',
      'eval("1")',
    ]) {
      assert.equal(isOurScript(text), false, text);
    }
  });

  it('call no string method on values that may not be strings', () => {
    assert.equal(isOurs('${a}.equals("b")'), false);
    assert.equal(isOurs('"a".getClass()'), false);
    assert.equal(isOurs('"abc".charAt(1) == "b"'), false);
  });

  it('pass no arguments of unsupported types', () => {
    for (const text of [
      '"a".contains("${b}")',
      '"abc".substring(1, ${n})',
      '"a".equals(1)',
      '"a".concat(vars.get("b"))',
    ]) {
      assert.ok(isOurs(text), text);
    }
    for (const text of [
      '"a".contains(1)',
      '"abc".indexOf(${n})',
      '"a".concat(null)',
      '"abc".substring("1")',
    ]) {
      assert.equal(isOurs(text), false, text);
    }
  });

  it('contain no unsupported regular expression', () => {
    assert.ok(isOurs('"${a}" =~ "x.*${b}" && !("${c}".matches("[a-c]+"))'));
    assert.ok(isOurs('"a" =~ vars.get("pattern")'));
    for (const pattern of ['(?i)x', '(?=a)a', '[a', '(a+)+']) {
      assert.equal(isOurs(`"\${a}" =~ "${pattern}"`), false, pattern);
      assert.equal(isOurs(`1 > 2 || !("\${a}" !~ "${pattern}")`), false, pattern);
      assert.equal(isOurs(`"\${a}".matches("${pattern}") ? 1 : 2`), false, pattern);
    }
  });

  it('are rejected if invalid, unless a variable could complete them', () => {
    assert.ok(isOurs('1 +'));
    assert.equal(isOurs('${a} ${b} == 1'), false);
  });

  it('are limited in depth and length', () => {
    assert.equal(isOurs(`${'('.repeat(200)}1${')'.repeat(200)}`), false);
    assert.equal(isOurs(`${'!'.repeat(5000)}true`), false);
    assert.equal(isOurs(`1${' '.repeat(30_000)}`), false);
  });
});
