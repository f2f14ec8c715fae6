import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { newId } from '../../lib/id.ts';
import { silentLog } from '../../lib/log.ts';
import { decodeFrameMessage } from '../../protocol/frame-message.ts';
import { Spool } from '../spool/spool.ts';
import { FrameSender } from './frame-sender.ts';

async function sceneOf(t: TestContext, options: { windowBytes?: number; resendAfterMs?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'spate-sender-'));
  const spool = await Spool.open(join(folder, 'spool'));
  const sent: number[] = [];
  const transport = {
    isOpen: true,
    sendFrames: (bytes: Buffer) => {
      sent.push(...decodeFrameMessage(bytes).frames.map((frame) => frame.seq));
      return transport.isOpen;
    },
  };
  const sender = new FrameSender({
    executionId: newId(),
    spool,
    transport,
    log: silentLog,
    ...options,
  });
  t.after(async () => {
    await sender.close();
    await spool.close();
    await rm(folder, { recursive: true });
  });
  const add = async (count: number, payloadBytes = 10) => {
    for (let index = 0; index < count; index++) {
      const seq = spool.progress.lastSeq + 1;
      const progress = { ...spool.progress, offset: String(seq), lastSeq: seq };
      await spool.append({ progress, frames: [{ seq, second: seq, payload: Buffer.alloc(payloadBytes) }] });
    }
    sender.wake();
  };
  return { spool, sent, sender, transport, add };
}

const upTo = (last: number, from = 1) => Array.from({ length: last + 1 - from }, (_, index) => from + index);

test('a new execution is sent from its first frame, each once', async (t) => {
  const { sent, sender, add } = await sceneOf(t);
  sender.opened(false);
  await add(3);
  await until('three are sent', () => sent.length === 3);
  sender.acked(3);
  assert.ok(sender.isAllAcked);
  await add(2);
  await until('five are sent', () => sent.length === 5);
  assert.deepEqual(sent, upTo(5));
});

test('after a new connection sending goes on behind what the service says it has', async (t) => {
  const { sent, sender, add } = await sceneOf(t);
  await add(10);
  sender.opened(true);
  sender.acked(6);
  await until('the rest is sent', () => sent.length === 4);
  assert.deepEqual(sent, upTo(10, 7));
  sent.length = 0;
  sender.opened(true);
  sender.acked(2);
  await until('a service that lost some gets them again', () => sent.length === 8);
  assert.deepEqual(sent, upTo(10, 3));
});

test('no more than a window is under way, however much there is', async (t) => {
  const { sent, sender, add } = await sceneOf(t, { windowBytes: 300_000 });
  await add(20, 100_000);
  sender.opened(false);
  await until('the window is full', () => sent.length >= 3);
  await sender.close();
  assert.ok(sent.length <= 4, `${sent.length} were sent`);
});

test('the window moves on with each acknowledgement until all is there', async (t) => {
  const { sent, sender, add } = await sceneOf(t, { windowBytes: 300_000 });
  await add(20, 100_000);
  sender.opened(false);
  await until('all is acknowledged', () => {
    sender.acked(sent.length);
    return sender.isAllAcked;
  });
  assert.deepEqual(sent, upTo(20));
});

test('frames that go unanswered are sent again', async (t) => {
  const { sent, sender, add } = await sceneOf(t, { resendAfterMs: 50 });
  sender.opened(false);
  await add(3);
  await until('three are sent', () => sent.length === 3);
  sender.acked(1);
  await until('the last two are sent again', () => {
    sender.tick();
    return sent.length >= 5;
  });
  assert.deepEqual(sent.slice(3, 5), [2, 3]);
});

test('nothing is sent without a connection', async (t) => {
  const { sent, sender, transport, add } = await sceneOf(t);
  transport.isOpen = false;
  await add(3);
  sender.tick();
  await sender.close();
  assert.deepEqual(sent, []);
});
