import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelNamesFor, publicNames } from './label-names.ts';
import { exampleRun } from './testing/example-run.ts';

const labels = ['https://shop.example/cart', 'Home', 'https://cdn.example/cart'];

test('a stranger names labels as they were shown, and learns nothing by guessing a host', () => {
  const names = publicNames(labels);
  for (const label of labels) assert.equal(names.labelOf(names.nameOf(label)), label);
  assert.equal(names.labelOf('https://shop.example/cart'), undefined);
  assert.equal(names.labelOf('https://other.example/cart'), undefined);
  assert.equal(names.labelOf('No such label'), 'No such label');
  assert.equal(names.nameOf('https://new.example/late'), '/late');
});

test('people of the account read and name labels as they are', async () => {
  const views = { labelNames: async () => labels };
  const own = await labelNamesFor(views, { view: exampleRun(), isMember: true });
  assert.equal(own.nameOf('https://shop.example/cart'), 'https://shop.example/cart');
  assert.equal(own.labelOf('https://shop.example/cart'), 'https://shop.example/cart');
  const others = await labelNamesFor(views, { view: exampleRun(), isMember: false });
  assert.equal(others.nameOf('https://shop.example/cart'), '/cart (2)');
});
