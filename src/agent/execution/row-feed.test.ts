import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { RowRange } from '../../domain/row-ranges.ts';
import type { AgentMessage } from '../../protocol/messages.ts';
import { readLeaseState } from '../../tools/leased-files.ts';
import { indexRows, RowSource } from '../../tools/row-source.ts';
import { RowFeed } from './row-feed.ts';

const executionId = 'e'.repeat(22);
const file = 'users.csv';

async function stage(t: TestContext) {
  const folder = await temporaryFolder(t);
  const at = (name: string) => join(folder, name);
  await writeFile(at(file), `id\n${Array.from({ length: 1000 }, (_, id) => `${id}\n`).join('')}`);
  const paths = { rows: at('rows'), state: at('state'), read: at('read') };
  const sent: (AgentMessage & { type: 'rows' })[] = [];
  const clock = { ms: 1000 };
  const open = async () => {
    const feed = await RowFeed.open({
      executionId,
      file,
      source: await RowSource.open(at(file), await indexRows(at(file), file, true)),
      paths,
      nowMs: () => clock.ms,
      sendMessage: (message) => {
        if (message.type === 'rows') sent.push(message);
        return true;
      },
    });
    t.after(() => feed.close());
    return feed;
  };
  const receive = (feed: RowFeed, used: number, held: RowRange[], isExhausted = false) =>
    feed.received({ type: 'rows', executionId, file, used, held, isExhausted });
  return { open, receive, sent, clock, paths };
}

test('leases rows ahead of the tool, more when it reads faster, and reports what it has read', async (t) => {
  const { open, receive, sent, clock, paths } = await stage(t);
  const feed = await open();
  await feed.turn();
  await feed.turn();
  assert.deepEqual(sent, [{ type: 'rows', executionId, file, rows: 1000, used: 0, wanted: 100 }]);
  assert.ok(feed.isHungry);
  receive(feed, 0, [[0, 100]]);
  await feed.turn();
  assert.equal(
    await readFile(paths.rows, 'utf8'),
    Array.from({ length: 100 }, (_, id) => `${id}\n`).join(''),
  );
  assert.deepEqual(await readLeaseState(paths.state), {
    bytes: 290,
    rows: 100,
    isEnd: false,
  });
  // 60 rows in half a second.
  await writeFile(paths.read, String(10 * 2 + 50 * 3));
  clock.ms += 500;
  await feed.turn();
  assert.deepEqual([sent[1]?.used, sent[1]?.wanted], [60, 60 + 600]);
  // The response contains rows that the tool has already received.
  receive(
    feed,
    60,
    [
      [60, 100],
      [500, 510],
    ],
    true,
  );
  await feed.turn();
  assert.deepEqual(await readLeaseState(paths.state), {
    bytes: 320 + 10,
    rows: 110,
    isEnd: true,
  });
  await writeFile(paths.read, '999999');
  clock.ms += 1000;
  await feed.turn();
  assert.deepEqual([sent.at(-1)?.used, sent.at(-1)?.wanted], [110, 110]);
});

test('continues after a restart of the agent, without giving a row twice', async (t) => {
  const { open, receive, sent, paths } = await stage(t);
  const first = await open();
  receive(first, 0, [[0, 5]]);
  await first.turn();
  await writeFile(paths.read, '5');
  const second = await open();
  assert.equal(await second.countUsed(), 3);
  await second.turn();
  assert.equal(sent.at(-1)?.used, 3);
  receive(second, 3, [
    [3, 5],
    [7, 9],
  ]);
  await second.turn();
  assert.equal(await readFile(paths.rows, 'utf8'), '0\n1\n2\n3\n4\n7\n8\n');
});
