import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { element, group, plan, withXml } from '../../testing/plan.ts';
import { runPlan } from '../../testing/run-plan.ts';

const argument = (name: string, value: string) =>
  `<elementProp name="${name}" elementType="Argument"><stringProp name="Argument.name">${name}</stringProp><stringProp name="Argument.value">${value}</stringProp></elementProp>`;

test('Graphite gets metrics every second of the run and at its end', async (t) => {
  const { promise: received, resolve: receive } = Promise.withResolvers<string>();
  const server = createServer((socket) => {
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString();
    });
    socket.on('close', () => receive(text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const backend = withXml(
    element('BackendListener', 'Backend', {
      classname: 'org.apache.jmeter.visualizers.backend.graphite.GraphiteBackendListenerClient',
    }),
    `<elementProp name="arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">${argument('graphiteHost', '127.0.0.1')}${argument('graphitePort', String(port))}</collectionProp></elementProp>`,
  );
  const pause = element('TestAction', 'pause', {
    'ActionProcessor.action': 1,
    'ActionProcessor.target': 0,
    'ActionProcessor.duration': 10_500,
  });
  await runPlan(plan(backend, group({}, pause)));
  const seconds = [...(await received).matchAll(/^jmeter\.test\.startedT \d+ (\d+)$/gm)].map(([, at]) =>
    Number(at),
  );
  assert.equal(seconds.length, 11);
  assert.ok((seconds.at(-1) ?? 0) - (seconds[0] ?? 0) >= 9);
});
