import { elapsed } from '../result-columns.ts';
import type { BackendClientMaker } from './backend-client.ts';
import { influxdbSender, tagText } from './influxdb-client.ts';

const mostBytes = 256 * 1024;

/** JMeter's InfluxDBRawBackendListenerClient: a line for each sample. How many go together is chance there. */
export const influxdbRawClient: BackendClientMaker = ({ parameters, delivery }) => {
  const sender = influxdbSender(parameters, delivery);
  const measurement = parameters.get('measurement') ?? 'jmeter';
  let lines = '';
  const send = () => {
    if (lines !== '') {
      sender.send(lines);
      lines = '';
    }
  };
  const timer = setInterval(send, 100);
  return {
    add(result) {
      const label = tagText(result.label.replace(/^[" ]+|[" ]+$/g, ''));
      const thread = result.threadName.replaceAll(/\s/g, '');
      const tags = `status=${result.isSuccess ? 'ok' : 'ko'},transaction=${label},threadName=${thread}`;
      const fields = `duration=${elapsed(result)},ttfb=${Math.floor(result.latencyMs)},connectTime=${Math.floor(result.connectMs)}`;
      lines += `${measurement},${tags} ${fields} ${Math.floor(result.startMs)}000000\n`;
      if (lines.length > mostBytes) {
        send();
      }
    },
    async stop() {
      clearInterval(timer);
      send();
      await sender.close();
    },
  };
};
