import { createSocket } from 'node:dgram';
import { Agent, type ClientRequest, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { MetricsSender } from './backend-client.ts';
import type { Delivery } from './delivery.ts';

const connectAndReadMs = 3000;
const lastRequestMs = 5000;

/** One POST for each time, at most two of them at once. */
export function httpSender(address: string, token: string, delivery: Delivery): MetricsSender {
  const url = new URL(address);
  const isTls = url.protocol === 'https:';
  const agent = isTls
    ? new TlsAgent({ keepAlive: true, maxSockets: 2 })
    : new Agent({ keepAlive: true, maxSockets: 2 });
  let last: Promise<void> = Promise.resolve();
  return {
    send(text) {
      const body = Buffer.from(text);
      last = post(
        (isTls ? tlsRequest : plainRequest)(url, {
          agent,
          method: 'POST',
          timeout: connectAndReadMs,
          headers: {
            ...(token.trim() === '' ? {} : { Authorization: `Token ${token}` }),
            'Content-Length': body.length,
            'Content-Type': 'text/plain; charset=UTF-8',
            Host: url.host,
            Connection: 'Keep-Alive',
            'User-Agent': 'ApacheJMeter5.6.3',
          },
        }),
        body,
        delivery,
      );
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, lastRequestMs);
      await Promise.race([last, promise]);
      clearTimeout(timer);
      agent.destroy();
    },
  };
}

function post(request: ClientRequest, body: Buffer, delivery: Delivery): Promise<void> {
  return new Promise((resolve) => {
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', (error) => {
      delivery.failed(`failed to send data to influxDB server: ${error.message}`);
      resolve();
    });
    request.on('response', (response) => {
      const code = response.statusCode ?? 0;
      if (code < 200 || code > 399) {
        delivery.failed(`Error writing metrics to influxDB, responseCode: ${code}`);
      } else {
        delivery.arrived();
      }
      response.resume();
      response.on('close', () => resolve());
    });
    request.end(body);
  });
}

/** One datagram for each time. */
export function udpSender(address: string, delivery: Delivery): MetricsSender {
  const [host = '', port = ''] = address.split(':');
  const socket = createSocket('udp4');
  socket.on('error', (error) => delivery.failed(`Error in transferring udp package: ${error.message}`));
  let last: Promise<void> = Promise.resolve();
  return {
    send(text) {
      last = new Promise((resolve) => {
        socket.send(text, Number(port), host, (error) => {
          if (error) {
            delivery.failed(`Error in transferring udp package: ${error.message}`);
          } else {
            delivery.arrived();
          }
          resolve();
        });
      });
    },
    async close() {
      await last;
      await new Promise<void>((resolve) => socket.close(resolve));
    },
  };
}
