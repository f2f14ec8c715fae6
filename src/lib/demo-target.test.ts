import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopPages, startTarget, steadyPages } from './demo-target.ts';
import { randomDuration, seededRandom } from './seeded-random.ts';

test('counts requests by path, without query and ids', async (t) => {
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  const asked = ['/', '/search?q=tea', '/product/17', '/product/18', '/cart'];
  const answers = await Promise.all(asked.map((path) => fetch(target.url + path)));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200, 200, 200, 200],
  );
  assert.match(await (answers[4] as Response).text(), /Welcome to \/cart\. order=\d+/);
  assert.deepEqual(target.counts(), {
    '/': { requests: 1, failed: 0 },
    '/search': { requests: 1, failed: 0 },
    '/product': { requests: 2, failed: 0 },
    '/cart': { requests: 1, failed: 0 },
  });
});

test('counts exactly the failures it returns', async (t) => {
  const target = await startTarget({ '/': { medianMs: 0, brokenShare: 0.2, sorryShare: 0.2 } }, { seed: 7 });
  t.after(() => target.stop());
  let broken = 0;
  let sorry = 0;
  for (let i = 0; i < 200; i++) {
    const answer = await fetch(target.url);
    const body = await answer.text();
    if (answer.status === 500) broken++;
    else if (body.includes('Sorry')) sorry++;
  }
  assert.ok(broken > 0 && sorry > 0);
  assert.deepEqual(target.counts(), { '/': { requests: 200, failed: broken + sorry } });
});

test('returns 404 for an unknown page and counts it as failed', async (t) => {
  const target = await startTarget();
  t.after(() => target.stop());
  assert.equal((await fetch(`${target.url}/nowhere`)).status, 404);
  assert.deepEqual(target.counts(), { '/nowhere': { requests: 1, failed: 1 } });
});

test('accepts a POST body', async (t) => {
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  const answer = await fetch(`${target.url}/checkout`, { method: 'POST', body: 'x'.repeat(100_000) });
  assert.equal(answer.status, 200);
});

test('response times follow the configured median, and checkout is slower than the home page', () => {
  const random = seededRandom(3);
  const times = Array.from({ length: 1001 }, () => randomDuration(random, 100, 0.5)).sort((a, b) => a - b);
  assert.ok(Math.abs((times[500] ?? 0) - 100) < 10, `median ${times[500]}`);
  assert.ok((times[1000] ?? 0) > 250);
  assert.ok((shopPages['/checkout']?.medianMs ?? 0) > (shopPages['/']?.medianMs ?? 0));
});
