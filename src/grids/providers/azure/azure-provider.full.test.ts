import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Vm } from '../../../../test/support/azure/arm-resources.ts';
import { type Arm, startArm, subscriptionId } from '../../../../test/support/azure/arm-server.ts';
import { clientId, clientSecret, tenantId } from '../../../../test/support/azure/sign-in.ts';
import { until } from '../../../../test/support/until.ts';
import { AppError } from '../../../domain/errors.ts';
import type { CloudFields } from '../../../domain/grid.ts';
import { freePort } from '../../../lib/free-port.ts';
import { silentLog } from '../../../lib/log.ts';
import type { GridRequest, Machines, Provider } from '../../provider.ts';
import { machinesOfNewGrid, provideMachines } from '../provider.conformance.ts';
import { createAzureProvider } from './azure-provider.ts';
import { type AzureCredential, checkAzureCredential } from './check-credential.ts';
import { groupNameOf } from './names.ts';
import { impliedActions, roleActions, roleDefinition } from './role.ts';
import { type AzureAccess, createAzureSessions } from './sessions.ts';
import { sweepGroups } from './sweep-groups.ts';

const size = 'Standard_D2s_v5';
const installation = 'test-installation';
const credential: AzureCredential = { tenantId, clientId, secret: clientSecret, subscriptionId };
const access: AzureAccess = { kind: 'secret', tenantId, clientId, clientSecret, subscriptionId };
let arm: Arm;

before(async () => {
  arm = await startArm();
  setDefaultCACertificates([...getCACertificates('default'), arm.ca]);
  process.env.AZURE_AUTHORITY_HOST = arm.url;
});
after(() => arm.stop());
beforeEach(() => {
  arm.calls.splice(0);
});

function open(): Provider {
  return createAzureProvider({
    sessions: createAzureSessions(arm.url),
    findAccess: async () => access,
    installation: async () => installation,
    image: 'Debian:debian-12:12-{arch}:latest',
    joinLine: (token, args) =>
      `curl -fsS https://spate.example/join.sh | SPATE_JOIN_TOKEN=${token} sh -s -- ${args.join(' ')}`,
    joinLimitS: 120,
  });
}

function newMachines(cloud: CloudFields = {}): Machines {
  const machines = machinesOfNewGrid();
  const grid = { ...machines.grid, provider: 'azure', target: '1', instanceType: size, cloud };
  return { ...machines, grid };
}

function vms({ grid }: Machines): Vm[] {
  return arm.resources.groups.get(groupNameOf(grid.id).toLowerCase())?.scaleSet?.vms ?? [];
}

function running(machines: Machines): Vm[] {
  return vms(machines).filter(
    ({ power, provisioningState }) => power === 'running' && provisioningState === 'Succeeded',
  );
}

async function start(machines: Machines): Promise<void> {
  await open().ensure(machines);
  await until('all machines run', () => running(machines).length === machines.slots.length);
}

async function end(machines: Machines): Promise<void> {
  await open().end(machines);
  await open().forget(machines.grid);
  await until(
    'the group is gone',
    () => !arm.resources.groups.has(groupNameOf(machines.grid.id).toLowerCase()),
  );
}

function evict(machines: Machines, position: number): void {
  const scaleSet = arm.resources.scaleSet(groupNameOf(machines.grid.id));
  scaleSet.vms = scaleSet.vms.filter((_, index) => index !== position);
}

provideMachines({
  name: 'the Azure provider',
  hasInterchangeableMachines: true,
  async setUp() {
    const machines = newMachines();
    return {
      open,
      machines,
      running: async () => running(machines).map((_, position) => position),
      crash: async (index) => evict(machines, index),
      leftovers: async () =>
        [...arm.resources.groups.values()]
          .map(({ name }) => name)
          .filter((name) => name === groupNameOf(machines.grid.id)),
    };
  },
});

test('sends every field of a grid to Azure', async () => {
  const subnet = `/subscriptions/${subscriptionId}/resourceGroups/ours/providers/Microsoft.Network/virtualNetworks/lan/subnets/load`;
  const cloud = { azure_tags: 'team=load', azure_spot_price: '12.5', azure_subnet_id: subnet };
  const machines = newMachines(cloud);
  await start(machines);
  const sent = arm.calls.find(
    ({ action }) => action === 'Microsoft.Compute/virtualMachineScaleSets/write',
  )?.body;
  const { location, tags, sku, properties } = sent as {
    location: string;
    tags: Record<string, string>;
    sku: { name: string; capacity: number };
    properties: { overprovision: boolean; virtualMachineProfile: Record<string, unknown> };
  };
  assert.deepEqual([location, sku.name, sku.capacity], ['germanywestcentral', size, 0]);
  assert.deepEqual(tags, {
    team: 'load',
    'spate:installation': installation,
    'spate:account': '1',
    'spate:grid': machines.grid.id,
  });
  assert.equal(properties.overprovision, false);
  const profile = properties.virtualMachineProfile as {
    priority: string;
    evictionPolicy: string;
    billingProfile: object;
    osProfile: { customData: string };
    storageProfile: { imageReference: object };
  };
  assert.deepEqual(
    [profile.priority, profile.evictionPolicy, profile.billingProfile, profile.storageProfile.imageReference],
    [
      'Spot',
      'Delete',
      { maxPrice: 0.125 },
      { publisher: 'Debian', offer: 'debian-12', sku: '12-gen2', version: 'latest' },
    ],
  );
  assert.ok(JSON.stringify(profile).includes(subnet));
  assert.doesNotMatch(JSON.stringify(profile), /publicIPAddress/);
  const script = Buffer.from(profile.osProfile.customData, 'base64').toString('utf8');
  assert.match(script, /sh -s -- --install; then/);
  assert.match(script, /SPATE_INTERRUPTION_NOTICES=azure/);
  await end(machines);
});

test('Azure ends the machines without the service: at the latest possible time, and at the exact one once it is known', async () => {
  const machines = newMachines();
  await start(machines);
  const { grid } = machines;
  const latestMs = grid.createdAt.getTime() + (2 * grid.stopAfterMin * 60 + 120 + 1200) * 1000;
  arm.resources.passTime(new Date(latestMs - 2_000));
  assert.equal(vms(machines).length, 3);
  const startedAt = new Date(grid.createdAt.getTime() + 30_000);
  const endsAt = new Date(startedAt.getTime() + 15 * 60_000);
  await open().ensure({ ...machines, grid: { ...grid, startedAt, endsAt } });
  arm.resources.passTime(new Date(endsAt.getTime() + 20 * 60_000 - 2_000));
  assert.equal(vms(machines).length, 3);
  arm.resources.passTime(new Date(endsAt.getTime() + 20 * 60_000));
  assert.equal(vms(machines).length, 0);
  await end(machines);
});

test('no machine starts before Azure knows when to end it', async () => {
  const machines = newMachines();
  arm.fail(
    'Microsoft.Insights/autoscaleSettings/write',
    409,
    'MissingSubscriptionRegistration',
    'The subscription is not registered to use namespace microsoft.insights.',
  );
  await assert.rejects(
    open().ensure(machines),
    /^Error: Azure: The subscription is not registered .*MissingSubscriptionRegistration/,
  );
  assert.equal(vms(machines).length, 0);
  await start(machines);
  await end(machines);
});

for (const [code, message, says] of [
  [
    'OperationNotAllowed',
    'Operation could not be completed as it results in exceeding approved Total Regional Cores quota. Current Limit: 10, Current Usage: 8, Additional Required: 6.',
    /^Nodes 0, 1 and 2 cannot start: The vCPU quota of the subscription is used up in this region\. .*Current Limit: 10/,
  ],
  [
    'SkuNotAvailable',
    "The requested VM size 'Standard_D2s_v5' is currently not available in location 'germanywestcentral'.",
    /^Nodes 0, 1 and 2 cannot start: Azure does not offer this size to the subscription/,
  ],
  [
    'AuthorizationFailed',
    "The client 'x' does not have authorization to perform action 'Microsoft.Compute/virtualMachineScaleSets/write'.",
    /cannot start: The credential lacks a permission\. "spate credentials policy --provider azure"/,
  ],
] as const)
  test(`${code} is a problem of the grid, and a later attempt starts the nodes`, async () => {
    const machines = newMachines();
    // The first write creates the scale set.
    await open().ensure({ ...machines, slots: [] });
    arm.fail('Microsoft.Compute/virtualMachineScaleSets/write', 409, code, message);
    const provider = open();
    const { problems } = await provider.ensure(machines);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', says);
    const before = arm.calls.length;
    assert.deepEqual((await provider.ensure(machines)).problems, problems, 'the problem stays');
    assert.equal(arm.calls.length, before, 'Azure is left alone for a while');
    await start(machines);
    await end(machines);
  });

test('a failed allocation is a problem of the grid, and a later attempt starts the nodes', async () => {
  const machines = newMachines();
  arm.resources.allocationFault = {
    code: 'AllocationFailed',
    message:
      'Allocation failed. We do not have sufficient capacity for the requested VM size in this region.',
  };
  await open().ensure(machines);
  const problems = await until('the failure is reported', async () => {
    const answer = await open().ensure(machines);
    return answer.problems.length > 0 ? answer.problems : undefined;
  });
  assert.match(
    problems[0] ?? '',
    /^Nodes 0, 1 and 2 cannot start: Azure has no capacity for this size at the moment\..*AllocationFailed/,
  );
  arm.resources.allocationFault = undefined;
  await until('all machines run', async () => {
    await open().ensure(machines);
    return running(machines).length === 3;
  });
  await end(machines);
});

test('ends the machines of the given slots, and not those of nodes that have joined', async () => {
  const machines = newMachines();
  await start(machines);
  const [first = '', second = '', third = ''] = vms(machines).map(({ name }) => name);
  // The node of the last slot was the first to join.
  const slots = machines.slots.map((slot) => ({
    ...slot,
    machine: [null, third, first.toLowerCase()][slot.index] ?? null,
  }));
  const joinedMachines = new Set([first, third]);
  await open().end({ ...machines, slots: slots.slice(0, 1), joinedMachines });
  await until('one machine has ended', () => vms(machines).length === 2);
  assert.deepEqual(
    vms(machines).map(({ name }) => name),
    [first, third],
  );
  await open().end({ ...machines, slots: slots.slice(1, 2), joinedMachines });
  await until('another machine has ended', () => vms(machines).length === 1);
  assert.deepEqual(
    vms(machines).map(({ name }) => name),
    [first],
  );
  assert.ok(second);
  await end(machines);
});

test('says that a machine was evicted or has stopped, and replaces it until too many have failed', async () => {
  const machines = newMachines({ azure_spot_price: '5' });
  await start(machines);
  const names = vms(machines).map(({ name }) => name);
  const slots = machines.slots.map((slot) => ({ ...slot, machine: names[slot.index] ?? null }));
  const joined = { ...machines, slots, joinedMachines: new Set(names) };
  evict(machines, 0);
  const { incidents } = await open().ensure(joined);
  assert.deepEqual(
    incidents?.map(({ index, isGone }) => [index, isGone]),
    [[0, true]],
  );
  assert.match(
    incidents?.[0]?.sentence ?? '',
    new RegExp(`^Azure no longer has machine ${names[0]}: spot machines are evicted when`),
  );
  await until('the machine is replaced', () => running(machines).length === 3);

  for (let replaced = 1; replaced <= 12; replaced += 1) {
    const [vm] = running(machines);
    if (vm) vm.power = 'stopped';
    const { problems } = await open().ensure(machines);
    assert.match(problems[0] ?? '', /^Machine calm-reef-\w+ has stopped\. Another machine replaces it\.$/);
    await until('the stopped machine is deleted', () => vms(machines).length === 2);
    if (replaced < 12)
      await until('the machine is replaced', async () => {
        await open().ensure(machines);
        return running(machines).length === 3;
      });
  }
  const { problems } = await open().ensure(machines);
  assert.deepEqual(problems, [
    'Node 2 cannot start: 12 machines of the grid have failed or stopped. No more are started.',
  ]);
  await end(machines);
});

test('leaves a grid whose nodes all respond alone', async () => {
  const machines = newMachines();
  await start(machines);
  const provider = open();
  const well = { ...machines, slots: machines.slots.map((slot) => ({ ...slot, hasRecentHeartbeat: true })) };
  await provider.ensure(well);
  const before = arm.calls.length;
  await provider.ensure(well);
  assert.equal(arm.calls.length, before);
  await end(machines);
});

test('reports a lock that prevents the end of a grid', async () => {
  const machines = newMachines();
  await start(machines);
  arm.fail(
    'Microsoft.Resources/subscriptions/resourceGroups/delete',
    409,
    'ScopeLocked',
    'The scope cannot perform delete operation because following scope(s) are locked.',
  );
  await assert.rejects(
    open().end(machines),
    /^Error: Azure: A lock prevents the deletion of the resource group of the grid\. Remove the lock/,
  );
  await end(machines);
});

test('deletes groups of this installation whose grid is gone, and no others', async () => {
  const [kept, gone] = [newMachines(), newMachines()];
  for (const machines of [kept, gone]) await start(machines);
  const sweep = (name: string) =>
    sweepGroups(
      {
        sessions: createAzureSessions(arm.url),
        findAccess: async () => access,
        installation: name,
        openGridIds: async () => new Set([kept.grid.id]),
        log: silentLog,
      },
      [{ accountId: 1, target: '1' }],
    );
  await sweep('another-installation');
  assert.equal(vms(gone).length, 3);
  await sweep(installation);
  await until('the machines are gone', () => vms(gone).length === 0);
  assert.equal(vms(kept).length, 3);
  await end(kept);
  assert.equal(arm.resources.groups.size, 0, 'nothing is left');
});

function request(change: Partial<GridRequest['spec']> = {}): GridRequest {
  const spec = {
    region: 'eu-central-1',
    infrastructure: 'hosted' as const,
    instanceQuantity: 1,
    instanceType: size,
    stopAfterMin: 15,
    credentialId: 1,
    cloud: {},
    ...change,
  };
  return { accountId: 1, spec, target: '1', prefix: 'grid' };
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof AppError, String(error));
  return error;
}

test('rejects unknown regions and sizes with what is known, and creates nothing', async () => {
  for (const region of ['eu-central-1', 'westeurope', 'West Europe']) await open().check(request({ region }));
  const refused = async (change: Parameters<typeof request>[0]) =>
    (await refusal(open().check(request(change)))).message;
  assert.match(
    await refused({ region: 'moon' }),
    /^grid\[region\] "moon" is not a region of Azure .* Use one of: eastus, germanywestcentral, northeurope, westeurope;/,
  );
  assert.match(
    await refused({ instanceType: 'm5.large' }),
    /^grid\[instance_type\] "m5.large" is not a size of Azure in germanywestcentral\. Use one such as Standard_D2s_v5/,
  );
  assert.match(
    await refused({ instanceType: 'Standard_F2s_v2' }),
    /is not available to this subscription in germanywestcentral/,
  );
  assert.match(await refused({ instanceQuantity: 1001 }), /at most 1000 nodes/);
  assert.match(await refused({ cloud: { azure_tags: 'a/b=1' } }), /must not contain/);
  assert.match(await refused({ cloud: { azure_subnet_id: 'lan' } }), /must be the id of a subnet/);
  arm.unregistered.add('Microsoft.Insights');
  assert.match(
    await refused({}),
    /not registered for Microsoft\.Insights\. Register it: az provider register/,
  );
  arm.unregistered.clear();
  assert.ok(arm.calls.every(({ action }) => action.endsWith('/read')));
});

test('rejects a grid whose credential lacks a permission, with the role to add', async () => {
  arm.permissions = [
    { actions: ['*/read', 'Microsoft.Compute/*'], notActions: [] },
    { actions: ['Microsoft.Network/*', 'Microsoft.Resources/*'], notActions: ['*/delete'] },
  ];
  const { code, message } = await refusal(open().check(request()));
  arm.permissions = [{ actions: ['*'], notActions: [] }];
  assert.equal(code, 'credential_rejected');
  assert.match(
    message,
    /^The credential lacks permissions in subscription [\d-]+: Microsoft\.Insights\/autoscaleSettings\/write, Microsoft\.Resources\/subscriptions\/resourceGroups\/delete\. The role to add: /,
  );
  assert.ok(message.endsWith(JSON.stringify(roleDefinition(subscriptionId))), message);
});

test('checks a credential when it is added', async () => {
  const check = (change: Partial<AzureCredential> = {}) =>
    checkAzureCredential(createAzureSessions(arm.url), { ...credential, ...change });
  assert.equal(await check(), subscriptionId);
  for (const [change, field, says] of [
    [
      { secret: 'wrong' },
      'secret',
      /^The client secret is wrong\. Use the value of the secret, not its id \(AADSTS7000215: Invalid client secret provided/,
    ],
    [{ clientId: '0' }, 'client_id', /^The tenant has no application with this client id/],
    [{ tenantId: 'elsewhere' }, 'tenant_id', /^Azure has no such tenant, or/],
    [
      { subscriptionId: '0' },
      'subscription_id',
      /^The subscription does not exist, or the credential has no access to it/,
    ],
  ] as const) {
    const { code, message, details } = await refusal(check(change));
    assert.equal(code, 'credential_rejected', message);
    assert.match(message, says);
    assert.doesNotMatch(message, /Trace ID/);
    assert.equal(details[0]?.field, `credential[${field}]`, message);
  }
  assert.equal(
    (
      await refusal(
        checkAzureCredential(createAzureSessions(`https://127.0.0.1:${await freePort()}`), credential),
      )
    ).code,
    'cloud_unreachable',
  );
});

test('the role allows exactly the calls that are made', async () => {
  await checkAzureCredential(createAzureSessions(arm.url), credential);
  await open().check(request());
  const machines = newMachines();
  await start(machines);
  arm.resources.scaleSet(groupNameOf(machines.grid.id)).state = 'Failed';
  evict(machines, 0);
  await open().ensure(machines);
  await until('all machines run', () => running(machines).length === 3);
  await open().end({ ...machines, slots: machines.slots.slice(0, 1) });
  await until('one machine has ended', () => vms(machines).length === 2);
  await end(machines);
  const made = new Set(arm.calls.map(({ action }) => action));
  for (const action of impliedActions) made.add(action);
  assert.deepEqual([...made].sort(), [...roleActions]);
});
