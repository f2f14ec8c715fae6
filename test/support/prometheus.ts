import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Json } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

export interface Prometheus {
  url: string;
  /** Data of a call of its API, such as `query`. */
  get(path: string, query?: Record<string, string>): Promise<Json>;
}

/** The Prometheus of the system, with this configuration. */
export async function startPrometheus(
  t: TestContext,
  config: string,
  flags: readonly string[] = [],
): Promise<Prometheus> {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'prometheus.yml'), config);
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    ...flags,
  ];
  const child = spawn('prometheus', [...args, '--web.listen-address=127.0.0.1:0', '--log.format=json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(() => endProcess(child));
  const address = await addressIn(child, /"address":"([^"]+)".*"msg":"Listening on"/);
  const url = `http://${address}`;
  return {
    url,
    async get(path, query = {}) {
      const answer = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(query)}`);
      const { status, data, error } = (await answer.json()) as Json;
      assert.equal(status, 'success', `${JSON.stringify(query)}: ${error}`);
      return data;
    },
  };
}

/** The first group of `pattern` in the program's log. */
export async function addressIn(child: ChildProcess, pattern: RegExp): Promise<string> {
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const [, address = ''] = await until('the program listens', () => {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended:\n${log}`);
    return pattern.exec(log);
  });
  return address;
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
