import assert from 'node:assert/strict';
import { appendFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import type { ErrorSample } from '../../domain/error-sample.ts';
import { silentLog } from '../../lib/log.ts';
import type { AgentMessage } from '../../protocol/messages.ts';
import type { ToolExecution } from '../../tools/tool.ts';
import { ErrorSampleSender } from './error-sample-sender.ts';

const sample: ErrorSample = {
  label: 'Pay',
  code: '500',
  message: 'no',
  startedAtMs: 1,
  elapsedMs: 1,
  latencyMs: 1,
  connectMs: 1,
  url: 'http://shop.example/?token=abc',
  requestHead: '',
  requestBody: '',
  responseHead: '',
  responseBody: '',
  responseBytes: 0,
};
const line = (change: Partial<ErrorSample> = {}) => `${JSON.stringify({ ...sample, ...change })}\n`;

function senderOf(path: string) {
  const sent: (AgentMessage & { type: 'error-sample' })[] = [];
  const link = { isUp: true };
  const sender = new ErrorSampleSender({
    tool: { errorSamplesPath: () => path },
    execution: { spec: { executionId: 'e' } } as ToolExecution,
    log: silentLog,
    sendMessage: (message) => {
      if (link.isUp && message.type === 'error-sample') sent.push(message);
      return link.isUp;
    },
  });
  return { sender, sent, link };
}

test('sends complete lines once, masked, at most three per error, and all again on a new connection', async (t) => {
  const path = join(await temporaryFolder(t), 'samples');
  const { sender, sent, link } = senderOf(path);
  await sender.send();
  await writeFile(path, `${line()}nonsense\n${line({ label: 'Cart' })}${line().slice(0, 40)}`);
  await sender.send();
  assert.deepEqual(
    sent.map(({ seq, sample: { label, url } }) => [seq, label, url]),
    [
      [0, 'Pay', 'http://shop.example/?token=***'],
      [1, 'Cart', 'http://shop.example/?token=***'],
    ],
  );
  await appendFile(path, line().slice(40) + line() + line() + line());
  link.isUp = false;
  await sender.send();
  assert.equal(sent.length, 2);
  link.isUp = true;
  await sender.send();
  assert.deepEqual(
    sent.map(({ seq }) => seq),
    [0, 1, 2, 3],
  );
  sender.reset();
  await sender.send();
  assert.deepEqual(
    sent.slice(4).map(({ seq, sample: { label } }) => [seq, label]),
    [
      [0, 'Pay'],
      [1, 'Cart'],
      [2, 'Pay'],
      [3, 'Pay'],
    ],
  );
});

test('does not follow a link that a script put in place of the file', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'secret'), line());
  await symlink(join(folder, 'secret'), join(folder, 'samples'));
  const { sender, sent } = senderOf(join(folder, 'samples'));
  await sender.send();
  assert.deepEqual(sent, []);
});
