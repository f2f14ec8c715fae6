import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node, NodeState } from './node.ts';
import { toolsOfGrid } from './node-tools.ts';
import { type ToolAvailability, toolNames } from './tool.ts';

const everything = toolNames.map((tool) => ({ tool, isAvailable: true, version: '1.0', missing: [] }));

function node(index: number, tools: ToolAvailability[] | null, state: NodeState = 'running'): Node {
  const info = {
    hostname: 'h',
    ip: '',
    privateIp: '',
    agentVersion: '0.0.9',
    cores: 1,
    memoryBytes: 1,
    sandbox: 'none' as const,
  };
  return {
    id: `node${index}`,
    gridId: 'grid',
    index,
    number: index,
    state,
    info: tools && { ...info, tools },
    vitals: null,
    joinedAt: null,
    lastSeenAt: null,
    endedAt: null,
  };
}

const without = (tool: string, ...missing: string[]) =>
  everything.map((each) => (each.tool === tool ? { ...each, isAvailable: false, missing } : each));

const names = (tools: ToolAvailability[]) => tools.filter((each) => each.isAvailable).map(({ tool }) => tool);

test('a grid has the tools that all of its nodes have', () => {
  const tools = toolsOfGrid([
    node(0, without('gatling', 'No Java.')),
    node(1, everything),
    node(2, without('service-chrome', 'No Chromium.')),
  ]);
  assert.deepEqual(names(tools), ['jmeter', 'java-selenium-chrome', 'java-selenium-firefox']);
  assert.deepEqual(tools.find(({ tool }) => tool === 'gatling')?.missing, ['Node 0: No Java.']);
  assert.deepEqual(tools.find(({ tool }) => tool === 'service-chrome')?.missing, ['Node 2: No Chromium.']);
});

test('ignores ended nodes and nodes without a report', () => {
  assert.deepEqual(toolsOfGrid([]), []);
  assert.deepEqual(toolsOfGrid([node(0, null)]), []);
  assert.deepEqual(names(toolsOfGrid([node(0, null), node(1, everything), node(2, [], 'ended')])), [
    ...toolNames,
  ]);
});

test('reports a tool as missing when the agent is too old, with the fix', () => {
  const [jmeter, gatling] = toolsOfGrid([node(0, everything.slice(0, 1))]);
  assert.equal(jmeter?.isAvailable, true);
  assert.equal(gatling?.isAvailable, false);
  assert.match(gatling?.missing[0] ?? '', /^Its agent \(version 0\.0\.9\) does not support this tool/);
});

test('a grid has the engines for JMeter plans that all of its nodes have', () => {
  const [jmeter, ...others] = everything;
  assert.ok(jmeter);
  const ours = [{ ...jmeter, engines: ['spate' as const], missing: ['No Java.'] }, ...others];
  const both = [{ ...jmeter, engines: ['spate' as const, 'apache' as const] }, ...others];
  assert.deepEqual(toolsOfGrid([node(0, both), node(1, both)])[0]?.engines, ['spate', 'apache']);
  const [mixed] = toolsOfGrid([node(0, both), node(1, ours), node(2, everything)]);
  assert.deepEqual(mixed?.engines, ['spate']);
  assert.deepEqual(mixed?.missing, ['Node 1: No Java.']);
  assert.equal(mixed?.isAvailable, true);
  assert.equal(toolsOfGrid([node(0, everything)])[0]?.engines, undefined);
});

test('returns a version if all nodes have the same', () => {
  const newer = everything.map((each) => ({ ...each, version: '2.0' }));
  assert.equal(toolsOfGrid([node(0, everything), node(1, everything)])[0]?.version, '1.0');
  assert.equal(toolsOfGrid([node(0, everything), node(1, newer)])[0]?.version, null);
});
