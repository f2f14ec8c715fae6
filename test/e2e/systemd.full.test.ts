import assert from 'node:assert/strict';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildDeb } from '../../packaging/build-deb.ts';
import { startTarget, steadyPages } from '../../src/lib/demo-target.ts';
import { exists } from '../../src/lib/exists.ts';
import { silentLog } from '../../src/lib/log.ts';
import { readPackageVersion } from '../../src/lib/package-files.ts';
import type { BundleArchitecture } from '../../src/protocol/node-bundle.ts';
import { builtWeb } from '../../src/service/built-web.ts';
import { BareMachine } from '../support/bare-machine.ts';
import { createHostedGrid } from '../support/hosted-grid.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const patienceMs = 10 * 60_000;
const atService = 'SPATE_URL=https://127.0.0.1:18443';
/** Certificate authorities of Java. A network may have its own. */
const javaCertificates = 'etc/ssl/certs/java/cacerts';

async function trustLikeThisMachine(machine: BareMachine): Promise<void> {
  if (await exists(`/${javaCertificates}`))
    await copyFile(`/${javaCertificates}`, join(machine.root, javaCertificates));
}

test('under systemd: a machine joins by one line, and the Debian package installs a service that runs load tests', {
  skip: needs('mmdebstrap', 'nspawn'),
  timeout: 3 * patienceMs,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const deb = join(folder, 'spate.deb');
  const machine = await BareMachine.make(t, { withSystemd: true });
  const target = await startTarget(steadyPages);
  t.after(() => target.stop());
  const succeed = async (command: string) => {
    const { code, output } = await machine.run(command);
    assert.equal(code, 0, `${command}\n${output}`);
    return output;
  };

  await t.test('the join command installs a unit', async (t) => {
    const service = await startService({}, { hasPublicUrl: true });
    t.after(() => service.close());
    const grid = await createHostedGrid(service);
    await succeed(
      'apt-get -q update && apt-get -q install -y --no-install-recommends openjdk-17-jdk-headless maven',
    );
    await trustLikeThisMachine(machine);
    const output = await succeed(grid.join_command);
    assert.match(output, /The node has joined and runs as the systemd unit spate-node\./);
    await until(
      'the grid is started',
      async () => (await service.json(`/grids/${grid.uuid}`)).status === 'started',
      patienceMs,
    );
    // Apache JMeter is downloaded by Maven first, inside the unit.
    for (const engine of ['spate', 'apache']) {
      const run = await createRun(service, {
        fields: { 'run[engine]': engine },
        grids: [['uuid', grid.uuid]],
        files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '50' }) },
      });
      const finished = await awaitStatus(service, run.uuid, 'finished', patienceMs);
      assert.equal(finished.remote_errors, null);
      const everywhere = { series: 50, report: 50, csv: 50, frames: 50 };
      assert.deepEqual(await countEverywhere(service, finished), everywhere, engine);
    }
    await service.json(`/grids/${grid.uuid}`, { method: 'DELETE' });
    await until(
      'the unit has ended',
      async () => (await machine.run('systemctl is-active spate-node')).output === 'inactive\n',
      patienceMs,
    );
  });

  await t.test('the Debian package installs a service', async () => {
    await mkdir(join(folder, 'work'));
    const architecture = process.arch as BundleArchitecture;
    const web = await builtWeb({ dataDir: folder, log: silentLog });
    const version = await readPackageVersion();
    await buildDeb({ architecture, version, changedAt: new Date(0), web, work: join(folder, 'work') }, deb);
    await copyFile(deb, join(machine.root, 'root/spate.deb'));
    await writeFile(
      join(machine.root, 'root/plan.jmx'),
      plan({ port: target.port, path: '/', threads: '3', loops: '200' }),
    );
    // Any port, because the machine shares the network of this one.
    await succeed(
      'mkdir -p /etc/systemd/system/spate.service.d; printf "[Service]\\nEnvironment=SPATE_PORT=18443\\n" > /etc/systemd/system/spate.service.d/port.conf',
    );
    await succeed('apt-get -q update; apt-get -q install -y --no-install-recommends /root/spate.deb');
    const spate = (args: string) => succeed(`${atService} spate ${args}`);
    await until('the service is ready', async () =>
      /^(200)$/m.test(
        (
          await machine.run(
            'curl -s -o /dev/null -w "%{http_code}" --cacert /var/lib/spate/ca.pem https://127.0.0.1:18443/healthz',
          )
        ).output,
      ),
    );
    assert.match(await spate('run /root/plan.jmx'), /600 samples from 1 node on this machine, 0 failed/);
    await succeed('systemctl restart spate');
    await until('the run is still there', async () =>
      /"tool": "jmeter"/.test((await machine.run(`${atService} spate ls --json`)).output),
    );
    assert.match(await succeed('systemctl show --property=User spate'), /^User=spate$/m);
    const exposure = await succeed('systemd-analyze security --no-pager spate | tail -1');
    assert.match(exposure, /spate\.service: [0-4]\.\d/, 'exposure by the rules of systemd, 10 is the worst');
    await succeed('apt-get -q remove -y spate');
    await succeed('test -d /var/lib/spate/postgres && test ! -e /usr/bin/spate');
    assert.doesNotMatch((await machine.run('systemctl is-active spate')).output, /^active$/m);
    const left = await machine.run('cat /proc/[0-9]*/comm | grep -c ^node-');
    assert.equal(left.output, '0\n', 'no process is left');
    await succeed('apt-get -q install -y --no-install-recommends /root/spate.deb');
    await until('the service is back after another installation', async () =>
      /"tool": "jmeter"/.test((await machine.run(`${atService} spate ls --json`)).output),
    );
  });
});
