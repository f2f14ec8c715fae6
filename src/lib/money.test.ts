import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyText, parseMoney, showMoney } from './money.ts';

test('reads and writes dollars without loss', () => {
  for (const [text, money] of [
    ['0', 0],
    ['0.096', 960],
    ['12.5', 125_000],
    ['1234567.0001', 12_345_670_001],
  ] as const) {
    assert.equal(parseMoney(text), money);
    assert.equal(parseMoney(moneyText(money)), money);
  }
  for (const text of ['', '-1', '1,5', '1e3', '.5', '0.00001', '$5', '99999999999'])
    assert.equal(parseMoney(text), undefined, text);
});

test('shows whole cents, and more decimals where needed', () => {
  assert.deepEqual([0, 960, 12_345, 125_000, 12_345_670_000].map(showMoney), [
    '$0.00',
    '$0.096',
    '$1.2345',
    '$12.50',
    '$1,234,567.00',
  ]);
});
