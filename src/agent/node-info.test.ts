import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../lib/log.ts';
import { describeNode, probeAgain } from './node-info.ts';
import { scriptedTool } from './testing/scripted-tool.ts';

test('probes a partly available tool again', async () => {
  const missing = ['No Java.'];
  const partly = {
    ...scriptedTool,
    probe: async () => ({
      tool: 'jmeter' as const,
      isAvailable: true,
      version: '1',
      missing: [...missing],
      engines: missing.length === 0 ? ['spate' as const, 'apache' as const] : ['spate' as const],
    }),
  };
  const options = {
    tools: [partly],
    context: { cacheDir: '/nowhere', log: silentLog, signal: new AbortController().signal },
    version: '1.2.3',
    memoryBytesPerExecution: 2 ** 30,
    sandbox: undefined,
  };
  const first = await describeNode(options);
  assert.equal(await probeAgain(first, options), first);
  missing.pop();
  const second = await probeAgain(first, options);
  assert.deepEqual(second.tools[0]?.engines, ['spate', 'apache']);
  assert.equal(await probeAgain(second, options), second);
});

test('finds a tool installed later, without probing available tools again', async () => {
  let isInstalled = false;
  const asked: string[] = [];
  const missing = {
    ...scriptedTool,
    name: 'gatling' as const,
    probe: async () => {
      asked.push('gatling');
      if (!isInstalled) throw new Error('no Java');
      return { tool: 'gatling' as const, isAvailable: true, version: '1', missing: [] };
    },
  };
  const present = {
    ...scriptedTool,
    probe: async (context: Parameters<typeof scriptedTool.probe>[0]) => {
      asked.push('jmeter');
      return scriptedTool.probe(context);
    },
  };
  const options = {
    tools: [present, missing],
    context: { cacheDir: '/nowhere', log: silentLog, signal: new AbortController().signal },
    version: '1.2.3',
    memoryBytesPerExecution: 2 ** 30,
    sandbox: undefined,
  };
  const first = await describeNode(options);
  assert.equal(first.agentVersion, '1.2.3');
  assert.equal(first.executionMemoryBytes, 2 ** 30);
  assert.deepEqual(
    first.tools.map((tool) => tool.isAvailable),
    [true, false],
  );
  assert.match(first.tools[1]?.missing[0] ?? '', /no Java/);
  assert.equal(await probeAgain(first, options), first);
  isInstalled = true;
  const second = await probeAgain(first, options);
  assert.deepEqual(
    second.tools.map((tool) => tool.isAvailable),
    [true, true],
  );
  assert.deepEqual(asked, ['jmeter', 'gatling', 'gatling', 'gatling']);
});
