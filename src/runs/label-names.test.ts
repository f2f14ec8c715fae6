import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRun } from '../api/testing/example-run.ts';
import { labelNamesFor, publicNames } from './label-names.ts';

const labels = ['https://shop.example/cart', 'Home', 'https://cdn.example/cart'];

test('public requests select labels by their shown names, and cannot probe hosts', () => {
  const names = publicNames(labels);
  for (const label of labels) assert.equal(names.labelOf(names.nameOf(label)), label);
  assert.equal(names.labelOf('https://shop.example/cart'), undefined);
  assert.equal(names.labelOf('https://other.example/cart'), undefined);
  assert.equal(names.labelOf('No such label'), 'No such label');
  assert.equal(names.nameOf('https://new.example/late'), '/late');
});

test('users of the account see and select unchanged labels', async () => {
  const views = { labelNames: async () => labels };
  const own = await labelNamesFor(views, { view: exampleRun(), isMember: true });
  assert.equal(own.nameOf('https://shop.example/cart'), 'https://shop.example/cart');
  assert.equal(own.labelOf('https://shop.example/cart'), 'https://shop.example/cart');
  const others = await labelNamesFor(views, { view: exampleRun(), isMember: false });
  assert.equal(others.nameOf('https://shop.example/cart'), '/cart (2)');
});
