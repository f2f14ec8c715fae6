import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createAwsNotices, createAzureNotices } from './interruption-notices.ts';

test('reads notices with a token of IMDSv2, which it renews', async (t) => {
  const notice = '{"action":"terminate","time":"2027-01-31T08:22:00Z"}';
  let token = 0;
  let isAnnounced = false;
  const server = createServer(({ method, url, headers }, response) => {
    if (method === 'PUT' && url === '/latest/api/token' && headers['x-aws-ec2-metadata-token-ttl-seconds']) {
      token += 1;
      response.end(`token-${token}`);
    } else if (headers['x-aws-ec2-metadata-token'] !== `token-${token}`) response.writeHead(401).end();
    else if (isAnnounced && url === '/latest/meta-data/spot/instance-action') response.end(notice);
    else response.writeHead(404).end('not found');
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const notices = createAwsNotices(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  assert.equal(await notices.look(), undefined);
  token = 7;
  isAnnounced = true;
  assert.equal(await notices.look(), undefined, 'the token has expired');
  assert.deepEqual(await notices.look(), new Date('2027-01-31T08:22:00Z'));
  assert.equal(token, 8);
});

test('reads the scheduled eviction of its own machine, and not of others', async (t) => {
  let events: object[] = [];
  const server = createServer(({ url, headers }, response) => {
    if (headers.metadata !== 'true') response.writeHead(400).end();
    else if (url?.startsWith('/metadata/instance/compute/name?')) response.end('nodes_1');
    else if (url?.startsWith('/metadata/scheduledevents?')) response.end(JSON.stringify({ Events: events }));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const notices = createAzureNotices(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  assert.equal(await notices.look(), undefined);
  const NotBefore = 'Mon, 19 Sep 2026 18:29:47 GMT';
  events = [
    { EventType: 'Preempt', Resources: ['nodes_2'], NotBefore },
    { EventType: 'Freeze', Resources: ['nodes_1'], NotBefore },
  ];
  assert.equal(await notices.look(), undefined);
  events = [{ EventType: 'Preempt', Resources: ['Nodes_1'], NotBefore }];
  assert.deepEqual(await notices.look(), new Date('2026-09-19T18:29:47Z'));
});
