import { join } from 'node:path';
import { cachedProgram } from '../cached-program.ts';

const module = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';

/** Path of the S3 server, built by Go when the machine lacks it. */
export async function versitygw(): Promise<string> {
  const folder = await cachedProgram('versitygw', {
    inputs: ['test/support/s3/versitygw.ts'],
    command: (folder) => ({
      program: 'go',
      args: ['install', module],
      env: { GOBIN: folder, CGO_ENABLED: '0' },
    }),
    timeoutMs: 20 * 60_000,
  });
  return join(folder, 'versitygw');
}
