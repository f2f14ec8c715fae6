import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { type EngineRun, runEngine } from '../testing/engine-process.ts';
import { group, http, plan, transaction } from '../testing/plan.ts';

/** Responds only to `/good`; counts all requests. */
async function startTarget(t: TestContext) {
  const counts = { good: 0, hanging: 0 };
  const server = createServer((request, response) => {
    if (request.url === '/good') {
      counts.good += 1;
      response.end('hello');
    } else {
      counts.hanging += 1;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, counts };
}

const inBlocks = ({ blocks }: EngineRun) => blocks.reduce((sum, { samples }) => sum + samples, 0);

for (const workers of [1, 2]) {
  const users = 6;

  test(`requests without a response are reported and not recorded as samples (threads: ${workers})`, async (t) => {
    const { port, counts } = await startTarget(t);
    const steps = [http('good', { port, path: '/good' }), http('hangs', { port, path: '/never' })];
    const ends = await runEngine(t, {
      plan: plan(group({ users, loops: -1 }, transaction('both', false, ...steps))),
      options: { workers },
      async meanwhile(order, readBlocks) {
        await until('all requests are reported during the run', async () =>
          (await readBlocks()).some(({ generator }) => {
            const { requests = 0, oldestMs = 0 } = generator?.inFlight ?? {};
            return requests === users && oldestMs > 500;
          }),
        );
        assert.equal(counts.hanging, users);
        await order('stop 100');
      },
    });
    assert.equal(ends.code, 0);
    assert.match(
      ends.output,
      new RegExp(`${users} requests in flight, oldest \\d+ m?s, when the run was stopped`),
    );
    assert.equal(counts.good, users);
    assert.deepEqual(
      ends.samples.map(({ label }) => label),
      Array(users).fill('good'),
    );
    assert.equal(inBlocks(ends), users);
  });

  test(`each thread reports its own sample count (threads: ${workers})`, async (t) => {
    const { port, counts } = await startTarget(t);
    const ends = await runEngine(t, {
      plan: plan(group({ users, loops: 20 }, http('good', { port, path: '/good' }))),
      options: { workers },
    });
    const last = new Map(
      ends.blocks.flatMap(({ ownCount }) => (ownCount ? [[ownCount.part, ownCount]] : [])),
    );
    assert.equal(last.size, workers);
    assert.equal(
      [...last.values()].reduce((sum, { samples }) => sum + samples, 0),
      users * 20,
    );
    assert.equal(counts.good, users * 20);
  });
}
