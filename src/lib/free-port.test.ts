import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const source = new URL('./free-port.ts', import.meta.url).href;

test('no two callers receive the same port, in one process or in several', async () => {
  const program = `const { freePort } = await import(${JSON.stringify(source)});
    console.log(JSON.stringify(await Promise.all(Array.from({ length: 200 }, freePort))));`;
  const own = await Promise.all(Array.from({ length: 200 }, freePort));
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const all = [...own, ...(JSON.parse(stdout) as number[])];
  assert.equal(all.length, 400);
  assert.equal(new Set(all).size, 400);
});

test('the port is outside of the range of outgoing connections, and can be listened on', async (t) => {
  const port = await freePort();
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8');
  assert.ok(port < Math.max(Number.parseInt(range, 10), 32_768), `${port} is in ${range}`);
  const server = createServer().listen(port, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
});
