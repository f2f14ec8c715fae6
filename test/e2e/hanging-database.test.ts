import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { postgresPids } from '../support/postgres-processes.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService({}, { postgres: 'own' });
});
after(() => service?.close());

test('with a hanging database the service is not ready, and every request returns 503 with Retry-After', async (t) => {
  const [server] = (await readFile(`${service.dataDir}/postgres/data/postmaster.pid`, 'utf8')).split('\n');
  const pids = postgresPids(Number(server));
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      // A connection abandoned by the service ends as soon as the server continues.
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
