import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants } from 'node:os';
import { type Reader, ResponseReader } from './response-reader.ts';
import { type Connected, connected, descriptorOf } from './testing/connected.ts';
import { itWithIoUring } from './testing/it-with-io-uring.ts';

const it = itWithIoUring(() => new ResponseReader());

/** Writes what it reads into `log`. */
class TestReader implements Reader {
  readonly #name: string;
  readonly #log: string[];
  awaited = 1;

  constructor(name: string, log: string[]) {
    this.#name = name;
    this.#log = log;
  }

  awaits(request: number): boolean {
    return request === this.awaited;
  }

  hasRead(length: number, buffer: Buffer): void {
    this.awaited = 0;
    this.#log.push(`${this.#name}: ${buffer.toString('latin1', 0, length)}`);
  }

  failedToRead(result: number): void {
    this.#log.push(`${this.#name}: ${result}`);
  }
}

async function open(count: number) {
  await using stack = new AsyncDisposableStack();
  const log: string[] = [];
  const reader = new ResponseReader();
  const pairs: Connected[] = [];
  const readers: TestReader[] = [];
  for (let index = 0; index < count; index++) {
    const pair = stack.use(await connected());
    const each = new TestReader(String(index), log);
    pairs.push(pair);
    readers.push(each);
    reader.add(each, descriptorOf(pair.far), 1);
  }
  const owned = stack.move();
  return { log, reader, pairs, readers, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

it('reads all that has arrived, in the order of the requests', async () => {
  await using test = await open(20);
  for (const index of test.pairs.keys()) test.pairs[19 - index]?.near.write(`text ${19 - index}`);
  test.reader.readArrived(32);
  assert.deepEqual(
    test.log,
    test.pairs.map((_, index) => `${index}: text ${index}`),
  );
});

it('reads later what arrives later', async () => {
  await using test = await open(3);
  test.pairs[1]?.near.write('first');
  test.reader.readArrived(8);
  assert.deepEqual(test.log.splice(0), ['1: first']);
  test.pairs[2]?.near.write('second');
  test.pairs[0]?.near.write('third');
  test.reader.readArrived(8);
  assert.deepEqual(test.log, ['0: third', '2: second']);
});

it('does not read from connections that await another response or none', async () => {
  await using test = await open(2);
  for (const pair of test.pairs) pair.near.write('text');
  test.readers[0]!.awaited = 2;
  test.reader.readArrived(8);
  assert.deepEqual(test.log, ['1: text']);
  assert.equal(test.pairs[0]?.far.resume().readableFlowing, true);
  assert.equal(String((await once(test.pairs[0].far, 'data'))[0]), 'text');
});

it('reports connections that were reset, and leaves ends to the sockets', async () => {
  await using test = await open(2);
  test.pairs[0]?.near.resetAndDestroy();
  test.pairs[1]?.near.end();
  await once(test.pairs[1]!.near, 'finish');
  test.reader.readArrived(8);
  assert.deepEqual(test.log, [`0: ${-constants.errno.ECONNRESET}`]);
  const ended = once(test.pairs[1]!.far, 'end');
  test.pairs[1]?.far.resume();
  await ended;
});

it('leaves responses that do not arrive to their sockets, and continues with others', async () => {
  await using test = await open(9);
  for (let turn = 0; turn < 1000; turn++) test.reader.readArrived(8);
  for (const pair of test.pairs) pair.near.write('late');
  for (let turn = 0; turn < 100; turn++) test.reader.readArrived(8);
  assert.deepEqual(test.log, []);
  test.readers[3]!.awaited = 2;
  test.reader.add(test.readers[3]!, descriptorOf(test.pairs[3]!.far), 2);
  for (let turn = 0; turn < 100; turn++) test.reader.readArrived(8);
  assert.deepEqual(test.log, ['3: late']);
});

it('remembers the latest of very many requests', async () => {
  await using test = await open(1);
  const idle = new TestReader('idle', test.log);
  idle.awaited = 0;
  for (let index = 0; index < 2000; index++) test.reader.add(idle, -1, 1);
  test.reader.add(test.readers[0]!, descriptorOf(test.pairs[0]!.far), 1);
  test.pairs[0]?.near.write('text');
  test.reader.readArrived(8);
  assert.deepEqual(test.log, ['0: text']);
});
