import { createSocket } from 'node:dgram';
import { Agent, type ClientRequest, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { javaSplit } from '../../../languages/java/java-split.ts';
import { checkUri } from '../../http/java-uri.ts';
import { parseUrl } from '../../http/java-url.ts';
import type { MetricsSender } from './backend-client.ts';
import type { Delivery } from './delivery.ts';

const connectAndReadMs = 3000;
const lastRequestMs = 5000;

/** One POST per send, at most two concurrently. Throws, as JMeter does, for a URL that Java rejects. */
export function httpSender(address: string, token: string, delivery: Delivery): MetricsSender {
  const parsed = parseUrl(address);
  checkUri(parsed);
  const isTls = parsed.protocol === 'https';
  const agent = isTls
    ? new TlsAgent({ keepAlive: true, maxSockets: 2 })
    : new Agent({ keepAlive: true, maxSockets: 2 });
  let last: Promise<void> = Promise.resolve();
  return {
    send(text) {
      try {
        const url = new URL(address);
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
        delivery.underWay(last);
      } catch (error) {
        // Java accepts URLs with invalid ports and other protocols, but cannot send to them.
        delivery.failed(`failed to send data to influxDB server: ${(error as Error).message}`);
      }
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

/** One datagram per send. Throws, as JMeter does, for an invalid host and port. */
export function udpSender(address: string, delivery: Delivery): MetricsSender {
  const [host = '', port = '', ...others] = javaSplit(address, ':');
  if (others.length > 0 || !/^[+-]?\d+$/.test(port)) {
    throw new Error(`Influxdb url '${address}' is wrong. The format should be <host/ip>:<port>`);
  }
  const socket = createSocket('udp4');
  const fail = (error: Error) => delivery.failed(`Error in transferring udp package: ${error.message}`);
  socket.on('error', fail);
  let last: Promise<void> = Promise.resolve();
  return {
    send(text) {
      last = new Promise<void>((resolve) => {
        socket.send(text, Number(port), host, (error) => {
          if (error) {
            fail(error);
          } else {
            delivery.arrived();
          }
          resolve();
        });
      }).catch(fail);
      delivery.underWay(last);
    },
    async close() {
      await last;
      await new Promise<void>((resolve) => socket.close(resolve));
    },
  };
}
