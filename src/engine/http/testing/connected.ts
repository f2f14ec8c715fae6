import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The two ends of a TCP connection; `far` does not read. */
export interface Connected extends AsyncDisposable {
  readonly near: Socket;
  readonly far: Socket;
}

export async function connected(): Promise<Connected> {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[far]] = await Promise.all([once(server, 'connection'), once(near, 'connect')]);
  return {
    near,
    far,
    [Symbol.asyncDispose]: async () => {
      near.destroy();
      far.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export const descriptorOf = (socket: Socket): number =>
  (socket as Socket & { _handle: { fd: number } })._handle.fd;
