import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { RequestSender } from './request-sender.ts';
import { connected, descriptorOf } from './testing/connected.ts';
import { itWithIoUring } from './testing/it-with-io-uring.ts';

const it = itWithIoUring(() => new RequestSender());
const { EPIPE, EAGAIN } = constants.errno;

async function read(socket: Socket, bytes: number): Promise<string> {
  let text = '';
  socket.resume();
  while (text.length < bytes) {
    const [data] = await once(socket, 'data');
    text += (data as Buffer).toString('latin1');
  }
  return text;
}

const neverPart = {
  sentPart: (_request: string, result: number) => assert.fail(`was sent in parts: ${result}`),
};

it('sends more texts than fit into one call or into its memory', async () => {
  await using pair = await connected();
  const sender = new RequestSender();
  const texts = Array.from({ length: 100 }, (_, index) => `${index}é`.padEnd(16_000, String(index % 10)));
  const received = read(pair.far, 1_600_000);
  for (const text of texts) {
    assert.ok(sender.add(neverPart, descriptorOf(pair.near), text));
  }
  sender.flush();
  assert.ok((await received) === texts.join(''));
});

it('leaves long requests to their sockets', async () => {
  await using pair = await connected();
  const sender = new RequestSender();
  assert.equal(sender.add(neverPart, descriptorOf(pair.near), 'x'.repeat(20_000)), false);
});

it('reports what a full socket has not taken', async () => {
  await using pair = await connected();
  const sender = new RequestSender();
  const results: number[] = [];
  while (!results.includes(-EAGAIN)) {
    sender.add(
      { sentPart: (_request, result) => results.push(result) },
      descriptorOf(pair.near),
      'x'.repeat(16_000),
    );
    sender.flush();
  }
  assert.ok(results.every((result) => result === -EAGAIN || (result > 0 && result < 16_000)));
});

it('reports the error of one connection and sends the requests of the others', async () => {
  await using pair = await connected();
  await using gone = await connected();
  const sender = new RequestSender();
  const results: number[] = [];
  const collect = { sentPart: (_request: string, result: number) => results.push(result) };
  gone.near.end();
  await once(gone.near, 'finish');
  sender.add(neverPart, descriptorOf(pair.near), 'a');
  sender.add(collect, descriptorOf(gone.near), 'b');
  sender.add(neverPart, descriptorOf(pair.near), 'c');
  sender.flush();
  assert.deepEqual(results, [-EPIPE]);
  assert.equal(await read(pair.far, 2), 'ac');
});
