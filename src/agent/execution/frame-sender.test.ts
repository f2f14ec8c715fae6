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

test('sends each frame of a new execution once, from the first', async (t) => {
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

test('resumes after the last frame that the service has stored, on a new connection', async (t) => {
  const { sent, sender, add } = await sceneOf(t);
  await add(10);
  sender.opened(true);
  sender.acked(6);
  await until('the rest is sent', () => sent.length === 4);
  assert.deepEqual(sent, upTo(10, 7));
  sent.length = 0;
  sender.opened(true);
  sender.acked(2);
  await until('lost frames are sent again', () => sent.length === 8);
  assert.deepEqual(sent, upTo(10, 3));
});

test('keeps at most one window of frames in flight', async (t) => {
  const { sent, sender, add } = await sceneOf(t, { windowBytes: 300_000 });
  await add(20, 100_000);
  sender.opened(false);
  await until('the window is full', () => sent.length >= 3);
  await sender.close();
  assert.ok(sent.length <= 4, `${sent.length} were sent`);
});

test('moves the window with each acknowledgement until all frames are stored', async (t) => {
  const { sent, sender, add } = await sceneOf(t, { windowBytes: 300_000 });
  await add(20, 100_000);
  sender.opened(false);
  await until('all is acknowledged', () => {
    sender.acked(sent.length);
    return sender.isAllAcked;
  });
  assert.deepEqual(sent, upTo(20));
});

test('resends frames that are not acknowledged in time', async (t) => {
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

test('sends nothing while disconnected', async (t) => {
  const { sent, sender, transport, add } = await sceneOf(t);
  transport.isOpen = false;
  await add(3);
  sender.tick();
  await sender.close();
  assert.deepEqual(sent, []);
});
