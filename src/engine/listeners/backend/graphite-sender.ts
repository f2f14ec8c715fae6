import { connect, type Socket } from 'node:net';
import type { MetricsSender } from './backend-client.ts';
import type { Delivery } from './delivery.ts';

const connectMs = 1000;

/** One connection, reopened when it is closed. Data that cannot be sent is lost. */
export function graphiteSender(host: string, port: number, delivery: Delivery): MetricsSender {
  let socket: Socket | undefined;
  const open = () => {
    const made = connect({ host, port });
    made.setTimeout(connectMs, () => {
      if (made.connecting) {
        made.destroy(new Error('no connection in time'));
      }
    });
    made.on('connect', () => delivery.arrived());
    made.on('error', (error) => delivery.failed(`Error writing to Graphite: ${error.message}`));
    made.on('close', () => {
      if (socket === made) {
        socket = undefined;
      }
    });
    made.resume();
    return made;
  };
  return {
    send(text) {
      try {
        socket ??= open();
        const { promise, resolve } = Promise.withResolvers<void>();
        socket.write(text, () => resolve());
        delivery.underWay(promise);
      } catch (error) {
        // Both engines detect an invalid port only here.
        delivery.failed(`Error writing to Graphite: ${(error as Error).message}`);
      }
    },
    async close() {
      const last = socket;
      if (last) {
        await new Promise<void>((resolve) => {
          last.on('close', () => resolve());
          last.end(() => last.destroy());
        });
      }
    },
  };
}
