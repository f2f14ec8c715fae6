import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Errors } from 'typebox/value';
import { gridListSchema, gridSchema } from '../../contract/resources/grid.ts';
import { exampleGrid, exampleNode, gridId } from '../testing/example-run.ts';
import { gridListResource, gridResource } from './grid.ts';

const addresses = { origin: 'https://load.example', permalinkBase: '' };

describe('gridResource', () => {
  it('has its nodes under all three names', () => {
    const view = { grid: exampleGrid(), nodes: [exampleNode('running')], usage: null, joinCommand: null };
    const grid = gridResource(view, addresses);
    assert.deepEqual(Errors(gridSchema, grid), []);
    assert.equal(grid._links.self.href, `/api/grids/${gridId}`);
    assert.equal(grid.origin, 'This machine');
    assert.equal(grid.nodes.length, 1);
    assert.deepEqual(grid.resources, grid.nodes);
    assert.deepEqual(grid._embedded.nodes, grid.nodes);
    const { tools, ...node } = grid.nodes[0] ?? {};
    assert.ok(tools);
    assert.deepEqual(node, {
      ip: '203.0.113.9',
      url: `https://load.example/grids/${gridId}`,
      private_ip: '10.0.0.9',
      instance_id: 'node0',
      chef: 'complete',
      port: 0,
      started: '2026-01-02T03:04:05.678Z',
      state: 'running',
      health: 'healthy',
      index: 0,
      hostname: 'load-1.internal',
      cores: 4,
      memory_bytes: 8_000_000_000,
      execution_memory_bytes: 4_000_000_000,
      sandbox: 'bubblewrap',
      sandbox_notes: [],
      agent_version: '0.1.0',
      cpu: 0.5,
      memory_used_bytes: 1,
      clock_offset_ms: 0.25,
    });
  });

  it('lists the tools of each node and of all nodes together', () => {
    const [first, second] = [exampleNode('running'), exampleNode('running', 1)];
    if (second?.info) second.info.tools = [];
    const nodes = [first, second].filter((node) => node !== undefined);
    const grid = gridResource({ grid: exampleGrid(), nodes, usage: null, joinCommand: null }, addresses);
    assert.deepEqual(Errors(gridSchema, grid), []);
    const jmeter = { tool: 'jmeter', version: '5.6.3', available: true, missing: [] };
    assert.deepEqual(grid.nodes[0]?.tools[0], jmeter);
    assert.equal(grid.nodes[1]?.tools[0]?.available, false);
    assert.deepEqual(
      grid.tools.map(({ available }) => available),
      [false, false, false, false, false],
    );
    const alone = gridResource(
      { grid: exampleGrid(), nodes: nodes.slice(0, 1), usage: null, joinCommand: null },
      addresses,
    );
    assert.deepEqual(alone.tools[0], jmeter);
  });

  it('shows the two documented states of a node, and the actual state as its health', () => {
    const states = ['joining', 'running', 'lost', 'stopping', 'ended'] as const;
    const nodes = states.map((state, index) => exampleNode(state, index));
    const grid = gridResource({ grid: exampleGrid(), nodes, usage: null, joinCommand: null }, addresses);
    assert.deepEqual(
      grid.nodes.map(({ state, health }) => `${state} ${health}`),
      ['running healthy', 'running lost', 'stopping stopping', 'stopping ended'],
    );
  });

  it('shows the shared grid with stop_after 0 and the join command of a hosted one', () => {
    const shared = exampleGrid({ infrastructure: 'shared', stopAfterMin: 0, endsAt: null });
    assert.equal(
      gridResource({ grid: shared, nodes: [], usage: null, joinCommand: null }, addresses).stop_after,
      0,
    );
    const hosted = {
      grid: exampleGrid({ infrastructure: 'hosted' }),
      nodes: [],
      usage: null,
      joinCommand: 'spate agent',
    };
    assert.equal(gridResource(hosted, addresses).join_command, 'spate agent');
    assert.equal(gridResource(hosted, { ...addresses, isForViewer: true }).join_command, null);
  });
});

describe('gridListResource', () => {
  it('counts and embeds', () => {
    const list = gridListResource(
      [{ grid: exampleGrid(), nodes: [], usage: null, joinCommand: null }],
      addresses,
    );
    assert.deepEqual(Errors(gridListSchema, list), []);
    assert.equal(list.total, 1);
  });
});
