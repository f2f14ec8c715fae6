import { elapsed } from '../result-columns.ts';
import type { BackendClientMaker } from './backend-client.ts';
import { influxdbSender, tagText } from './influxdb-client.ts';
import { Repeating } from './repeating.ts';

const maxBytes = 256 * 1024;
const sendEveryMs = 100;

/** JMeter's InfluxDBRawBackendListenerClient: one line per sample. The batch size varies in JMeter. */
export const influxdbRawClient: BackendClientMaker = ({ parameters, runner, delivery }) => {
  const sender = influxdbSender(parameters, delivery);
  const measurement = parameters.get('measurement') ?? 'jmeter';
  let lines = '';
  const send = () => {
    if (lines !== '') {
      sender.send(lines);
      lines = '';
    }
  };
  const sending = new Repeating(runner, sendEveryMs, send);
  return {
    add(result) {
      const label = tagText(result.label.replace(/^[" ]+|[" ]+$/g, ''));
      const thread = result.threadName.replaceAll(/\s/g, '');
      const tags = `status=${result.isSuccess ? 'ok' : 'ko'},transaction=${label},threadName=${thread}`;
      const fields = `duration=${elapsed(result)},ttfb=${Math.floor(result.latencyMs)},connectTime=${Math.floor(result.connectMs)}`;
      lines += `${measurement},${tags} ${fields} ${Math.floor(result.startMs)}000000\n`;
      if (lines.length > maxBytes) {
        send();
      }
    },
    async stop() {
      sending.stop();
      send();
      await sender.close();
    },
  };
};
