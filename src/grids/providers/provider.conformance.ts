import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import type { Grid } from '../../domain/grid.ts';
import { newId } from '../../lib/id.ts';
import { encodeJoinToken } from '../../protocol/join-token.ts';
import type { Machines, Provider } from '../provider.ts';

/** A provider, and access to its actual machines. */
export interface ProviderScene {
  /** A new instance, as of another process. */
  open(): Provider;
  machines: Machines;
  /** Machines of the grid that run, by the provider's own means. */
  running(): Promise<number[]>;
  /** Ends a machine without the provider. */
  crash(index: number): Promise<void>;
  /** Everything that exists because of the grid: folders, processes, cloud resources. */
  leftovers(): Promise<string[]>;
}

export interface ProviderConformance {
  name: string;
  /** Whether it starts all machines of a grid at once, and replaces crashed ones automatically. */
  isSelfHealing?: boolean;
  /** Whether a machine gets its slot only when its node joins: until then, any slot may lack a machine. */
  hasInterchangeableMachines?: boolean;
  setUp(t: TestContext): Promise<ProviderScene>;
}

/** Three slots of a grid whose service does not respond: machines keep trying to join. */
export function machinesOfNewGrid(): Machines {
  const id = newId();
  const createdAt = new Date();
  const grid: Grid = {
    id,
    number: 1,
    batchId: id,
    accountId: 1,
    name: `calm-reef-${id}`,
    region: 'eu-central-1',
    infrastructure: 'demand',
    provider: 'any',
    target: null,
    instanceQuantity: 3,
    instanceType: 'm5.large',
    stopAfterMin: 15,
    credentialId: null,
    cloud: {},
    pricePerHour: 0,
    status: 'starting',
    problems: [],
    createdAt,
    startedAt: null,
    endsAt: new Date(createdAt.getTime() + 900_000),
    stoppedAt: null,
    stopReason: null,
  };
  return {
    grid,
    joinToken: encodeJoinToken({
      url: 'http://127.0.0.1:1',
      gridId: grid.id,
      secret: 'secret',
      caFingerprint: null,
    }),
    slots: [0, 1, 2].map((index) => ({
      nodeId: newId(),
      index,
      hasRecentHeartbeat: false,
      machine: null,
    })),
    joinedMachines: new Set(),
  };
}

/** What every provider that starts machines guarantees. */
export function provideMachines({
  name,
  setUp,
  isSelfHealing = false,
  hasInterchangeableMachines = false,
}: ProviderConformance): void {
  const all = [0, 1, 2];
  const indexes = (present: ReadonlySet<number> | undefined) => [...(present ?? [])].sort((a, b) => a - b);

  test(`${name} starts each machine once, whatever the number of calls and callers`, async (t) => {
    const { open, machines, running } = await setUp(t);
    assert.deepEqual(indexes((await open().observe(machines)).present), []);
    const first = await open().ensure(machines);
    assert.deepEqual(first.problems, []);
    await until('all machines run', async () => (await running()).length === 3);
    for (const provider of [open(), open()]) await provider.ensure(machines);
    assert.deepEqual((await running()).sort(), all);
    assert.deepEqual(indexes((await open().observe(machines)).present), all);
  });

  test(`${name} starts the missing machines only, after a crash of itself or of machines`, async (t) => {
    const { open, machines, running, crash } = await setUp(t);
    await open().ensure({ ...machines, slots: machines.slots.slice(0, 1) });
    await until('the first machine runs', async () => (await running()).includes(0));
    if (!isSelfHealing) assert.deepEqual(await running(), [0]);
    await open().ensure(machines);
    await until('all machines run', async () => (await running()).length === 3);
    await crash(1);
    if (!isSelfHealing)
      await until('the provider notices', async () => {
        const present = indexes((await open().observe(machines)).present);
        return hasInterchangeableMachines ? present.length === 2 : !present.includes(1);
      });
    await open().ensure(machines);
    await until('all machines run again', async () => (await running()).length === 3);
    assert.deepEqual((await running()).sort(), all);
  });

  test(`${name} restarts paused machines`, async (t) => {
    const { open, machines, running } = await setUp(t);
    await open().ensure(machines);
    await until('all machines run', async () => (await running()).length === 3);
    await open().pause(machines);
    await open().ensure(machines);
    await until('all machines run again', async () => (await running()).length === 3);
  });

  test(`${name} ends the given machines, and leaves nothing behind`, async (t) => {
    const { open, machines, running, leftovers } = await setUp(t);
    await open().ensure(machines);
    await until('all machines run', async () => (await running()).length === 3);
    const one = { ...machines, slots: machines.slots.slice(2) };
    await until('the last machine ended', async () => indexes((await open().end(one)).present).length === 0);
    // A cloud that has accepted the request stops them a little later.
    await until('the others run on', async () => (await running()).length === 2);
    assert.deepEqual((await running()).sort(), [0, 1]);
    await until('all ended', async () => indexes((await open().end(machines)).present).length === 0);
    for (const provider of [open(), open()]) {
      assert.deepEqual(indexes((await provider.end(machines)).present), []);
      await provider.forget(machines.grid);
    }
    await until('no machine runs', async () => (await running()).length === 0);
    await until('nothing is left', async () => (await leftovers()).length === 0);
  });

  test(`${name} ends a grid that never started`, async (t) => {
    const { open, machines, leftovers } = await setUp(t);
    assert.deepEqual(indexes((await open().end(machines)).present), []);
    await open().forget(machines.grid);
    assert.deepEqual(await leftovers(), []);
  });
}
