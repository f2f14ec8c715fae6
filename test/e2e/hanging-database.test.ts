import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService({}, { postgres: 'own' });
});
after(() => service?.close());

test('a database that hangs makes the service not ready, and every request 503 with Retry-After', async (t) => {
  const pids = await postgresPids();
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      // A connection that the service gave up ends as soon as it goes on.
      if (existsSync(`/proc/${pid}`)) process.kill(pid, name);
    }
  };
  signal('SIGSTOP');
  t.after(() => signal('SIGCONT'));
  await until('the service is not ready', async () => (await service.fetch('/healthz')).status === 503);
  const answer = await service.fetch('/runs');
  assert.equal(answer.status, 503);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(((await answer.json()) as { error: string }).error, /its database does not respond/);
  signal('SIGCONT');
  await until('the service is ready again', async () => (await service.fetch('/healthz')).status === 200);
  await service.json('/runs');
});

/** The server and its children: one that is stopped alone still answers on old connections. */
async function postgresPids(): Promise<number[]> {
  const [pid] = (await readFile(`${service.dataDir}/postgres/data/postmaster.pid`, 'utf8')).split('\n');
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [Number(pid), ...children.trim().split(/\s+/).map(Number)];
}
