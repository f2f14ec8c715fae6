import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { startAwsProxy } from '../support/aws/aws-proxy.ts';
import { startMoto } from '../support/aws/moto.ts';
import { BareMachine } from '../support/bare-machine.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const patienceMs = 15 * 60_000;

function post(service: TestService, path: string, fields: Record<string, string>) {
  return service.json(path, { method: 'POST', body: new URLSearchParams(fields) });
}

test('a grid in AWS starts machines whose user data makes a bare Debian a node, which powers off with its grid', {
  skip: needs('pip', 'mmdebstrap', 'nspawn'),
  timeout: 3 * patienceMs,
}, async (t) => {
  const moto = await startMoto();
  t.after(() => moto.stop());
  const proxy = await startAwsProxy(moto.url);
  t.after(() => proxy.stop());
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  const service = await startService(
    {
      AWS_ENDPOINT_URL: proxy.url,
      // moto has no images of Debian.
      SPATE_AWS_IMAGE: '/aws/service/ami-amazon-linux-latest/amzn2-ami-hvm-x86_64-gp2',
    },
    { hasPublicUrl: true },
  );
  t.after(() => service.close());
  const credential = await post(service, '/credentials', {
    'credential[provider]': 'aws',
    'credential[access_key_id]': 'AKIAEXAMPLE',
    'credential[secret]': 'secret',
  });
  assert.equal(credential.cloud_account, '123456789012');
  const { uuid } = await post(service, '/grids', {
    'grid[region]': 'eu-central-1',
    'grid[infrastructure]': 'hosted',
    'grid[instance_type]': 'm5.large',
    'grid[stop_after]': '60',
    'grid[credential_id]': String(credential.id),
    'grid[aws_platform]': 'ec2_classic',
  });
  const grid = () => service.json(`/grids/${uuid}`);
  const launches = () =>
    proxy.calls.filter(({ action, params }) => action === 'ec2:RunInstances' && !params.has('DryRun'));
  await until('a machine is started', () => launches().length > 0, patienceMs);
  const { origin, problems, warnings } = await grid();
  assert.deepEqual([origin, problems], ['AWS eu-central-1', []]);
  assert.match(warnings.join(), /retired EC2-Classic/);
  const refused = await service.fetch(`/credentials/${credential.id}`, { method: 'DELETE' });
  assert.equal(refused.status, 409, 'the grid needs the credential');

  const machine = await BareMachine.make(t, { withSystemd: true });
  const script = Buffer.from(launches()[0]?.params.get('UserData') ?? '', 'base64');
  await writeFile(join(machine.root, 'root/user-data'), script, { mode: 0o700 });
  const { code, output } = await machine.run('/root/user-data');
  assert.equal(code, 0, output);
  const timers = await machine.run('systemctl list-timers --all spate-end.timer');
  assert.match(timers.output, /spate-end\.timer/);
  await until('the grid is started', async () => (await grid()).status === 'started', patienceMs);

  const run = await createRun(service, {
    grids: [['uuid', uuid]],
    files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '50' }) },
  });
  const finished = await awaitStatus(service, run.uuid, 'finished', patienceMs);
  assert.equal(finished.remote_errors, null);
  assert.deepEqual(await countEverywhere(service, finished), { series: 50, report: 50, csv: 50, frames: 50 });
  assert.match(JSON.stringify(await service.json(`/runs/${run.uuid}/report`)), /on AWS eu-central-1/);

  await service.json(`/grids/${uuid}`, { method: 'DELETE' });
  await until('the machine powers off', () => machine.isOff, patienceMs);
  await until('the grid is invoiced', async () => (await grid()).status === 'invoiced', patienceMs);
  assert.ok(proxy.calls.some(({ action }) => action === 'ec2:TerminateInstances'));
  assert.equal(launches().length, 1, 'the machine was not replaced');
  assert.equal((await service.fetch(`/credentials/${credential.id}`, { method: 'DELETE' })).status, 204);
});
