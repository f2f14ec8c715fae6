import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../../src/lib/exists.ts';
import { testContext } from '../../src/tools/execution.fixture.ts';
import { findProgram } from '../../src/tools/find-program.ts';
import { type Generator, itemHeaders, itemPath, type Load, originOf, priceRegex } from './load.ts';
import { planVariables } from './plan.ts';
import { startProgram } from './program.ts';
import { selfTimedGenerator } from './self-timed-generator.ts';

export const k6Version = '1.8.1';

/** The k6 in the bench folder of the cache, or on the PATH. */
export async function findK6(): Promise<string | undefined> {
  const own = join(k6Folder(), 'k6');
  return (await exists(own)) ? own : findProgram('k6');
}

export const k6Folder = () => join(testContext().cacheDir, 'bench');

export async function prepareK6(load: Load, folder: string): Promise<Generator> {
  const program = await findK6();
  if (!program) {
    throw new Error('k6 is not installed.');
  }
  const own = join(folder, `k6-${Date.now()}`);
  await mkdir(own);
  await writeFile(join(own, 'bench.js'), script(load));
  const started = await startProgram(
    load.core,
    [program, 'run', '--quiet', '--no-usage-report', '--address', '127.0.0.1:0', 'bench.js'],
    { cwd: own, env: { ...process.env, GOMAXPROCS: '1', HOME: own } },
  );
  return selfTimedGenerator(started, /^requests: (\d+)$/m);
}

function script(load: Load): string {
  const variables = JSON.stringify(planVariables);
  return `
import http from 'k6/http';
import { check, group } from 'k6';

export const options = { vus: ${load.users}, duration: '${load.seconds}s' };
const { id, token, trace } = ${variables};
const params = { headers: ${JSON.stringify(Object.fromEntries(itemHeaders))} };

function ask(path, params) {
  const response = http.get(${JSON.stringify(originOf(load))} + path, params);
  check(response, {
    status: (each) => each.status === 200,
    price: (each) => /${priceRegex}/.test(each.body),
  });
}

function full() {
  group('transaction', () => {
    if (id === ${JSON.stringify(planVariables.id)}) {
      const headers = { Authorization: \`Bearer \${token}\`, 'X-Trace': trace, Accept: 'application/json' };
      ask(\`/items/\${id}\`, { headers });
    }
  });
}

export default function () {
  ${load.isFull ? 'full()' : `ask(${JSON.stringify(itemPath)}, params)`};
}

export function handleSummary(data) {
  return { stdout: 'requests: ' + data.metrics.http_reqs.values.count + '\\n' };
}
`;
}
