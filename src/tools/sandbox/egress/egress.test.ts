import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { rmdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext, test } from 'node:test';
import { machineLimits } from '../../../../test/support/machine-limits.ts';
import { needs } from '../../../../test/support/needs.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { egressPolicy, parseEgress } from '../../../domain/egress.ts';
import { detectSandbox } from '../detect.ts';
import { openSession } from '../sandbox.fixture.ts';
import { enforceEgress, findNameServers } from './enforce.ts';

/** Tries each of `tcp|udp|send <address> <port>` and prints the results. */
const tryAll = `
const net = require('node:net');
const dgram = require('node:dgram');
const attempt = ([kind, host, port]) => new Promise((resolve) => {
  const done = (error) => resolve(kind + ' ' + host + ' ' + (error ? error.code : 'reached'));
  if (kind === 'tcp') {
    const socket = net.connect({ host, port: Number(port) }, () => { socket.destroy(); done(); });
    socket.once('error', done);
    return;
  }
  const socket = dgram.createSocket(net.isIPv6(host) ? 'udp6' : 'udp4');
  socket.once('error', done);
  if (kind === 'udp') socket.connect(Number(port), host, (error) => { socket.close(); done(error); });
  else socket.send('x', Number(port), host, (error) => { socket.close(); done(error); });
});
(async () => {
  for (const place of JSON.parse(process.argv[1])) console.log(await attempt(place.split(' ')));
})();
`;

/** Results of a script in the sandbox under these rules. */
async function tryFromInside(egress: string, places: readonly string[]): Promise<string[]> {
  const sandbox = await detectSandbox({ egress });
  assert.deepEqual([await sandbox.refusal(), sandbox.notes], [undefined, []]);
  await using session = await openSession(sandbox);
  const { node } = sandbox.paths(session.folders, undefined);
  const argv = [node, '-e', tryAll, JSON.stringify(places)];
  const { output } = await session.run('', { argv, memoryBytes: 2 ** 30 });
  return output.split('\n');
}

/** Only for rules unique to this test: a group is reused by other agents with the same rules. */
async function removeGroup(egress: string): Promise<void> {
  const enforced = await enforceEgress(egressPolicy(parseEgress(egress), await findNameServers()));
  assert.ok('group' in enforced, JSON.stringify(enforced));
  await rmdir(enforced.group);
}

/** A TCP server on every address of the machine. */
async function listening(t: TestContext): Promise<number> {
  const server = createServer((socket) => socket.destroy()).listen(0, '::');
  t.after(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

// Without root, or in an unprivileged container, rules cannot be enforced: then runs are rejected, see below.
const usual = await enforceEgress(egressPolicy([], []));
const skip = 'failure' in usual && `${machineLimits.controlGroups}: ${usual.failure}`;

describe('egress rules', { skip: needs('bubblewrap') }, () => {
  it('a script reaches its target on loopback, but no metadata of a cloud', { skip }, async (t) => {
    const port = await listening(t);
    const found = await tryFromInside('', [
      `tcp 127.0.0.1 ${port}`,
      `tcp ::1 ${port}`,
      `tcp ::ffff:127.0.0.1 ${port}`,
      'tcp 169.254.169.254 80',
      'tcp ::ffff:169.254.169.254 80',
      'udp 169.254.169.254 80',
      'send 169.254.169.254 80',
      'tcp fd00:ec2::254 80',
      'send fd00:ec2::254 80',
      'tcp 100.100.100.200 80',
    ]);
    assert.deepEqual(found, [
      'tcp 127.0.0.1 reached',
      'tcp ::1 reached',
      'tcp ::ffff:127.0.0.1 reached',
      'tcp 169.254.169.254 EPERM',
      'tcp ::ffff:169.254.169.254 EPERM',
      'udp 169.254.169.254 EPERM',
      'send 169.254.169.254 EPERM',
      'tcp fd00:ec2::254 EPERM',
      'send fd00:ec2::254 EPERM',
      'tcp 100.100.100.200 EPERM',
    ]);
  });

  it('a port is denied under every name of the machine that stands for it', { skip }, async (t) => {
    const [closed, open] = [await listening(t), await listening(t)];
    const rules = `deny:127.0.0.0/8:${closed} deny:[::1]:${closed}`;
    const names = ['127.0.0.1', '0.0.0.0', '::ffff:127.0.0.1', '::1', '::', '::ffff:0.0.0.0'];
    const found = await tryFromInside(rules, [
      ...names.map((name) => `tcp ${name} ${closed}`),
      ...names.map((name) => `tcp ${name} ${open}`),
    ]);
    assert.deepEqual(found, [
      ...names.map((name) => `tcp ${name} EPERM`),
      ...names.map((name) => `tcp ${name} reached`),
    ]);
    await removeGroup(rules);
  });

  it('rules hold again after their control group was removed', { skip }, async (t) => {
    const port = await listening(t);
    const egress = `deny:127.0.0.1:${port}`;
    const sandbox = await detectSandbox({ egress });
    await removeGroup(egress);
    await using session = await openSession(sandbox);
    const { node } = sandbox.paths(session.folders, undefined);
    const argv = [node, '-e', tryAll, JSON.stringify([`tcp 127.0.0.1 ${port}`])];
    const { output } = await session.run('', { argv, memoryBytes: 2 ** 30 });
    assert.equal(output, 'tcp 127.0.0.1 EPERM');
    await removeGroup(egress);
  });

  it('everything can be denied but a few networks', { skip }, async (t) => {
    const port = await listening(t);
    const found = await tryFromInside('deny:all allow:127.0.0.0/30', [
      `tcp 127.0.0.1 ${port}`,
      `tcp 127.0.0.3 ${port}`,
      `tcp 127.0.0.4 ${port}`,
      `tcp ::1 ${port}`,
      'tcp 192.0.2.1 80',
      'udp 2001:db8::1 80',
    ]);
    assert.deepEqual(found, [
      'tcp 127.0.0.1 reached',
      'tcp 127.0.0.3 reached',
      'tcp 127.0.0.4 EPERM',
      'tcp ::1 EPERM',
      'tcp 192.0.2.1 EPERM',
      'udp 2001:db8::1 EPERM',
    ]);
  });

  it('there are no sockets but those that the rules are asked about', { skip }, async () => {
    await using session = await openSession(await detectSandbox({ egress: '' }));
    const attempt = (type: string, protocol: number) =>
      `perl -e 'use Socket; print socket(my $one, AF_INET, ${type}, ${protocol}) ? "made" : "$!", "\\n"'`;
    const { output } = await session.run(
      [attempt('SOCK_STREAM', 6), attempt('SOCK_DGRAM', 17), attempt('SOCK_DGRAM', 1)].join('\n'),
    );
    // The second: machines that do not allow echo requests.
    assert.match(output, /^made\nmade\n(Operation not permitted|Permission denied)$/);
  });

  it('the rules hold for the sandbox, not for this process', { skip }, async () => {
    await tryFromInside('deny:127.0.0.1', []);
    const socket = createSocket('udp4');
    socket.connect(9, '127.0.0.1');
    await once(socket, 'connect');
    socket.close();
  });
});

test('rejects runs if rules of the operator cannot be enforced, but not for default rules', async () => {
  const off = (egress: string) => detectSandbox({ mode: 'off', egress });
  assert.match(
    (await (await off('deny:10.0.0.0/8')).refusal()) ?? '',
    /^The deny rules of SPATE_EGRESS cannot be enforced \(this requires the sandbox\), so runs are rejected\./,
  );
  assert.equal(await (await off('allow:10.0.0.0/8 try-deny:10.0.0.1')).refusal(), undefined);
});

test('finds the name servers of a machine', async (t) => {
  const path = join(await temporaryFolder(t), 'resolv.conf');
  await writeFile(
    path,
    '# a\nnameserver 127.0.0.53\n options edns0\nnameserver\tfe80::1%eth0\n#nameserver 1.1.1.1\n',
  );
  assert.deepEqual(await findNameServers(path), ['127.0.0.53', 'fe80::1']);
  assert.deepEqual(await findNameServers('/nowhere'), []);
});
