import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { joinTokenIn } from '../../src/contract/join-command.ts';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { violationsOf } from '../support/accessibility.ts';
import { type Arm, startArm, subscriptionId } from '../support/azure/arm-server.ts';
import { clientId, clientSecret, tenantId } from '../support/azure/sign-in.ts';
import { openBrowser } from '../support/browser.ts';
import { visitAsMember } from '../support/dashboard.ts';
import { inheritedVariables } from '../support/inherited-variables.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { testProgram } from '../support/programs.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { startService, type TestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const main = testProgram('src/main.ts');

interface Scene {
  arm: Arm;
  service: TestService;
  folder: string;
}

async function sceneOf(t: TestContext, environment: Record<string, string> = {}): Promise<Scene> {
  const arm = await startArm();
  t.after(() => arm.stop());
  const folder = await temporaryFolder(t);
  const ca = join(folder, 'arm.pem');
  await writeFile(ca, arm.ca);
  const service = await startService(
    {
      SPATE_AZURE_URL: arm.url,
      AZURE_AUTHORITY_HOST: arm.url,
      NODE_EXTRA_CA_CERTS: ca,
      ...environment,
    },
    { hasPublicUrl: true },
  );
  t.after(() => service.close());
  return { arm, service, folder };
}

function post(service: TestService, path: string, fields: Record<string, string>) {
  return service.json(path, { method: 'POST', body: new URLSearchParams(fields) });
}

const gridFields = {
  'grid[region]': 'eu-central-1',
  'grid[instance_type]': 'Standard_D2s_v5',
  'grid[instance_quantity]': '2',
  'grid[stop_after]': '60',
};

/** The agent of a machine of the stand-in, which has no machines: with its host name and the token in its custom data. */
function boot({ arm, folder }: Scene, group: string, position: number): ChildProcess {
  const scaleSet = arm.resources.scaleSet(group);
  const { properties } = scaleSet.body as {
    properties?: { virtualMachineProfile?: { osProfile?: { customData?: string } } };
  };
  const script = Buffer.from(
    properties?.virtualMachineProfile?.osProfile?.customData ?? '',
    'base64',
  ).toString();
  const vm = scaleSet.vms[position];
  assert.ok(vm);
  const { PATH, HOME, SPATE_CACHE_DIR } = process.env;
  const agent = spawn(
    process.execPath,
    [main, 'agent', '--join', joinTokenIn(script), '--name', vm.name, '--dir', join(folder, vm.name)],
    {
      env: { PATH, HOME, ...(SPATE_CACHE_DIR && { SPATE_CACHE_DIR }), ...inheritedVariables() },
      stdio: 'ignore',
    },
  );
  // A machine powers off when its agent ends.
  agent.once('exit', () => {
    vm.power = 'stopped';
  });
  return agent;
}

test('a grid in Azure starts machines, replaces a lost one, runs on all, and leaves nothing behind', async (t) => {
  const scene = await sceneOf(t);
  const { arm, service } = scene;
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  const credential = await post(service, '/credentials', {
    'credential[provider]': 'azure',
    'credential[tenant_id]': tenantId,
    'credential[client_id]': clientId,
    'credential[subscription_id]': subscriptionId,
    'credential[secret]': clientSecret,
  });
  const { uuid, price_per_node_hour: price } = await post(service, '/grids', {
    ...gridFields,
    'grid[infrastructure]': 'hosted',
    'grid[azure_tenant_id]': tenantId,
  });
  assert.equal(price, '0.1150');
  const group = `spate-${uuid}`;
  const vms = () => arm.resources.groups.get(group.toLowerCase())?.scaleSet?.vms ?? [];
  const grid = () => service.json(`/grids/${uuid}`);
  await until('both machines run', () => vms().filter(({ power }) => power === 'running').length === 2);
  const { origin, problems } = await grid();
  assert.deepEqual([origin, problems], ['Azure germanywestcentral', []]);

  // The second machine joins first, and gets the first slot.
  const second = boot(scene, group, 1);
  t.after(() => second.kill());
  await until('one node has joined', async () => (await grid()).nodes.length === 1);
  const [first] = vms();
  assert.ok(first);
  first.power = 'stopped';
  await until('the machine that stopped is replaced', () => {
    const running = vms().filter(({ power }) => power === 'running');
    return !vms().includes(first) && running.length === 2;
  });
  const replacement = boot(scene, group, 1);
  t.after(() => replacement.kill());
  await until('the grid is started', async () => (await grid()).status === 'started');

  const run = await createRun(service, {
    grids: [['uuid', uuid]],
    files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '50' }) },
  });
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.deepEqual(await countEverywhere(service, finished), {
    series: 100,
    report: 100,
    csv: 100,
    frames: 100,
  });
  assert.match(JSON.stringify(await service.json(`/runs/${run.uuid}/report`)), /on Azure germanywestcentral/);

  const refused = await service.fetch(`/credentials/${credential.id}`, { method: 'DELETE' });
  assert.equal(refused.status, 409, 'the grid needs the credential');
  const exits = [second, replacement].map((agent) => once(agent, 'exit'));
  await service.json(`/grids/${uuid}`, { method: 'DELETE' });
  assert.deepEqual(
    (await Promise.all(exits)).map(([code]) => code),
    [0, 0],
  );
  await until('the grid is invoiced', async () => (await grid()).status === 'invoiced');
  await until('the resource group is gone', () => arm.resources.groups.size === 0);
  assert.equal((await service.fetch(`/credentials/${credential.id}`, { method: 'DELETE' })).status, 204);
});

test('a demand grid runs in the subscription of the operator, with the identity of the service', async (t) => {
  const { arm, service } = await sceneOf(t, {
    SPATE_DEMAND: `eu-central-1=azure:${subscriptionId},*=local`,
    AZURE_TENANT_ID: tenantId,
    AZURE_CLIENT_ID: clientId,
    AZURE_CLIENT_SECRET: clientSecret,
  });
  const { uuid } = await post(service, '/grids', { ...gridFields, 'grid[infrastructure]': 'demand' });
  await until(
    'the machines are requested',
    () => arm.resources.groups.get(`spate-${uuid}`.toLowerCase())?.scaleSet?.vms.length === 2,
  );
  assert.equal((await service.json(`/grids/${uuid}`)).origin, 'Azure germanywestcentral');
  await service.json(`/grids/${uuid}`, { method: 'DELETE' });
  await until('the resource group is gone', () => arm.resources.groups.size === 0);
});

test('an owner adds a credential of Azure on the page, with the error of Azure at its field', {
  skip: needs('chromium'),
}, async (t) => {
  const { service } = await sceneOf(t);
  const browser = await openBrowser();
  t.after(() => browser.close());
  const { page } = await visitAsMember(browser, service, '/app/account/clouds');
  await page.getByLabel('Kind').selectOption('Azure application');
  await page.getByLabel('Tenant id').fill(tenantId);
  await page.getByLabel('Client id').fill(clientId);
  await page.getByLabel('Subscription id').fill(subscriptionId);
  await page.getByLabel('Client secret').fill('wrong');
  await page.getByRole('button', { name: 'Add credential' }).click();
  await page.getByText('The client secret is wrong.').waitFor();
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByRole('button', { name: 'Add credential' }).click();
  await page.getByRole('cell', { name: subscriptionId }).waitFor();
  await page.getByText('Custom role that an Azure application needs').click();
  await page.getByText('Microsoft.Compute/virtualMachineScaleSets/write').waitFor();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await violationsOf(page), [], String(width));
    const spare = (await page.evaluate('innerWidth - document.documentElement.scrollWidth')) as number;
    assert.ok(spare >= 0, `${-spare} pixels too wide at ${width}`);
  }
});
