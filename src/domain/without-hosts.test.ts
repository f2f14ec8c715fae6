import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownLabels, withoutHosts } from './without-hosts.ts';

test('keeps only the path of a URL', () => {
  for (const [text, expected] of [
    ['https://shop.example/cart?x=1', '/cart?x=1'],
    ['GET http://ann:secret@[2001:db8::1]:8080/a/b', 'GET /a/b'],
    ['https://shop.example', '/'],
    ['wss://shop.example?room=1', '/?room=1'],
    ['10.9.8.7:80/x', '/x'],
    ['Connect to 10.9.8.7', 'Connect to /'],
    ['shop.internal:8443/login', '/login'],
    ['label("https://shop.example/cart").p95 > 1s', 'label("/cart").p95 > 1s'],
    ['p95 of "https://shop.example" was 3 ms.', 'p95 of "/" was 3 ms.'],
  ] as const)
    assert.equal(withoutHosts(text), expected);
});

test('keeps texts without hosts unchanged', () => {
  for (const text of [
    'Home',
    '/cart',
    'index.html',
    '1.2.3',
    'Chrome 120.0.6099.109',
    'Step 3: pay',
    'a/b 12:30',
    '',
  ])
    assert.equal(withoutHosts(text), text);
});

test('labels that differ only in the host stay distinct', () => {
  const labels = ['https://b.example/x.js', '/x.js', 'https://a.example/x.js', 'Home'];
  assert.deepEqual(Object.fromEntries(shownLabels(labels)), {
    '/x.js': '/x.js',
    Home: 'Home',
    'https://a.example/x.js': '/x.js (2)',
    'https://b.example/x.js': '/x.js (3)',
  });
});
