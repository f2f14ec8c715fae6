import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../../src/lib/free-port.ts';
import type { S3Access } from '../../../src/store/files/s3-client.ts';
import { afterwards } from '../afterwards.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { versitygw } from './versitygw.ts';

/** A real S3 server, whose buckets are folders. */
export interface TestStorage {
  access: S3Access;
  /** The bucket that exists. */
  bucket: string;
  /** Variables of a service that stores its files below `s3://<bucket>/<prefix>`. */
  variables(prefix: string): Record<string, string>;
  /** Kills the server. Its folder remains. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and folder. */
  start(): Promise<void>;
  /** The current process id. */
  pid(): number | undefined;
}

/** Starts an S3 server with one bucket; its programs are built on a new machine. Requires Go. */
export async function startStorage(t: TestContext): Promise<TestStorage> {
  const program = await versitygw();
  const folder = await temporaryFolder(t);
  const bucket = 'load-tests';
  await mkdir(join(folder, bucket));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { id: 'test-key', secret: 'test-secret-0123456789' };
  let child: ChildProcess | undefined;

  const start = async () => {
    const own = spawn(program, ['--port', `127.0.0.1:${port}`, 'posix', folder], {
      env: { PATH: process.env.PATH, ROOT_ACCESS_KEY: keys.id, ROOT_SECRET_KEY: keys.secret },
      stdio: 'ignore',
    });
    child = own;
    await until('the S3 server responds', () => {
      if (own.exitCode !== null) throw new Error(`The S3 server ended with ${own.exitCode}.`);
      return fetch(endpoint).then(
        () => true,
        () => false,
      );
    });
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  afterwards(t, kill);
  await start();
  return {
    bucket,
    access: {
      endpoint,
      region: null,
      isPathStyle: true,
      accessKeyId: keys.id,
      secretAccessKey: keys.secret,
    },
    variables: (prefix) => ({
      SPATE_FILES: `s3://${bucket}/${prefix}`,
      SPATE_S3_ENDPOINT: endpoint,
      SPATE_S3_PATH_STYLE: 'on',
      SPATE_S3_ACCESS_KEY_ID: keys.id,
      SPATE_S3_SECRET_ACCESS_KEY: keys.secret,
    }),
    kill,
    start,
    pid: () => child?.pid,
  };
}
