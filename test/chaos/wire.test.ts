import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { until } from '../support/until.ts';
import { Wires } from './wire.ts';

async function listen(t: TestContext, accept: (socket: Socket) => void): Promise<number> {
  const server = createServer(accept).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('closes the connection of a client whose server closed while bytes were held', async (t) => {
  const wires = new Wires();
  const atServer = Promise.withResolvers<Socket>();
  let received = '';
  const serverPort = await listen(t, (socket) => {
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    atServer.resolve(socket);
  });
  const joined = Promise.withResolvers<Socket>();
  const port = await listen(t, (socket) => {
    wires.join(socket, connect(serverPort, '127.0.0.1'));
    joined.resolve(socket);
  });
  const client = connect(port, '127.0.0.1');
  const [server, side] = await Promise.all([atServer.promise, joined.promise]);
  const hasRead = (bytes: number) => until(`${bytes} bytes`, () => side.bytesRead === bytes);
  client.write('a');
  await until('the first byte arrives', () => received === 'a');

  const release = wires.hold();
  client.write('b');
  await hasRead(2);
  client.write('c');
  await hasRead(3);
  const ended = once(client, 'end');
  client.resume();
  server.end();
  await ended;
  release();
  await until('the connection is closed', () => side.destroyed);
  assert.equal(received, 'a');
});
