import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machinesOfNewGrid } from '../provider.conformance.ts';
import { autoscaleSetting } from './autoscale.ts';
import { unusableLoginKey } from './login-key.ts';
import { matchMachines } from './match-machines.ts';
import { scaleSetOf } from './scale-set.ts';

const { grid } = machinesOfNewGrid();
const facts = {
  grid: { ...grid, instanceType: 'Standard_D2ps_v5' },
  subscriptionId: 's',
  installation: 'here',
  image: 'Debian:debian-12:12-{arch}:latest',
  userData: '#!/bin/sh',
  publicKey: 'ssh-rsa AAAA',
};

test('machines start on request only, without a way in and without an identity', () => {
  const set = scaleSetOf(facts);
  const profile = set.virtualMachineProfile;
  assert.deepEqual([set.sku?.capacity, set.overprovision, set.identity], [0, false, undefined]);
  assert.equal(profile?.osProfile?.linuxConfiguration?.disablePasswordAuthentication, true);
  assert.deepEqual(profile?.storageProfile?.imageReference, {
    publisher: 'Debian',
    offer: 'debian-12',
    sku: '12-arm64',
    version: 'latest',
  });
  assert.match(
    profile?.networkProfile?.networkInterfaceConfigurations?.[0]?.networkSecurityGroup?.id ?? '',
    new RegExp(
      `^/subscriptions/s/resourceGroups/spate-${grid.id}/providers/Microsoft.Network/networkSecurityGroups/closed$`,
    ),
  );
  assert.equal(profile?.priority, undefined);
  const own = scaleSetOf({ ...facts, image: '/subscriptions/s/images/ours' });
  assert.deepEqual(own.virtualMachineProfile?.storageProfile?.imageReference, {
    id: '/subscriptions/s/images/ours',
  });
});

test('autoscale removes all machines at the end, and none before', () => {
  const endsAt = new Date('2026-11-18T01:00:00.400Z');
  const [before, after] = autoscaleSetting(grid, '/id', 'eastus', endsAt).properties.profiles;
  assert.deepEqual(before?.capacity, { minimum: '0', maximum: '3', default: '0' });
  assert.deepEqual(after?.capacity, { minimum: '0', maximum: '0', default: '0' });
  assert.equal(after?.fixedDate?.start, '2026-11-18T01:00:00Z');
});

test('a slot has the machine of its node, or any that has not joined', () => {
  const machine = (id: string) => ({ id, name: `m${id}`, isLive: true, isDeleting: false, fault: undefined });
  const found = ['0', '1', '2'].map(machine);
  const slots = ['M2', null, 'gone'].map((name, index) => ({
    nodeId: String(index),
    index,
    hasRecentHeartbeat: false,
    machine: name,
  }));
  const match = (given: typeof slots) =>
    [...matchMachines({ slots: given, joinedMachines: new Set(['M2', 'gone']) }, found)].map(
      ([index, { id }]) => [index, id],
    );
  assert.deepEqual(match(slots), [
    [0, '2'],
    [1, '0'],
    [2, '1'],
  ]);
  assert.deepEqual(match(slots.slice(1, 2)), [[1, '0']]);
});

test('the login key is one of OpenSSH', async () => {
  assert.match(await unusableLoginKey(), /^ssh-rsa AAAAB3NzaC1yc2EAAAADAQAB[\w+/=]{340,} unused$/);
});
