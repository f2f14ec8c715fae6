import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionSpec } from '../domain/execution.ts';
import type { Sample } from '../metrics/sample.ts';
import { readToEnd, startTarget, type Target, type TestExecution, type Upload } from './execution.fixture.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { Tool, ToolConclusion } from './tool.ts';

/** Parameters of the script of a tour. */
export interface TourStops {
  target: URL;
  /** The same target: by a name of override_hosts if the sandbox supports it, else by its address. */
  named: URL;
  greeting: string;
  /** Files to read. */
  places: readonly string[];
}

export interface TourScript {
  uploads: Upload[];
  overrideParameters: string;
}

/** Results of an execution of the script. */
export interface Tour {
  samples: Sample[];
  requests: Target['requests'];
  conclusion: ToolConclusion;
  /** Lines of the file with failed samples. */
  errorSamples: string[];
  /** Content that the script wrote to the results folder. */
  made: string;
  seen: string;
  /** Values that it must not have seen. */
  secrets: string[];
  resultFiles: string[];
  logTail: string[];
  archived: { name: string; sizeBytes: number }[];
}

/** Host name that override_hosts of a tour maps to the target. */
export const namedHost = 'shop.example';
export const overrideHosts = `${namedHost}/127.0.0.1`;

interface TourParts {
  tool: Tool;
  sandbox: Sandbox;
  script(stops: TourStops): TourScript;
  make(uploads: Upload[], spec: Partial<ExecutionSpec>): Promise<TestExecution>;
}

/** Runs the script from launch to conclusion, on the fifth of nine nodes. */
export async function takeTour({ tool, sandbox, script, make }: TourParts): Promise<Tour> {
  await using target = await startTarget();
  await using secret = await makeSecret();
  const hasSandbox = sandbox.kind !== 'none';
  const { uploads, overrideParameters } = script({
    target: target.url,
    named: hasSandbox ? new URL(`http://${namedHost}:${target.url.port}`) : target.url,
    greeting: 'guten-tag',
    places: [
      ...['/proc/self/environ', '/proc/1/environ', '/etc/passwd'],
      // Without a sandbox only the environment is separate.
      ...(hasSandbox ? [secret.path, `/proc/${process.pid}/environ`] : []),
    ],
  });
  await using execution = await make(uploads, {
    nodeIndex: 4,
    gridIndex: 2,
    nodeCount: 9,
    threads: 1,
    overrideParameters,
    overrideHosts: hasSandbox ? overrideHosts : null,
  });
  await tool.launch(execution);
  await tool.release(execution, Date.now());
  const samples = await readToEnd(tool, execution);
  const { results } = execution.folders;
  const archiveFiles = await tool.archiveFiles(execution);
  const errorSamplesPath = tool.errorSamplesPath?.(execution);
  return {
    samples,
    requests: target.requests,
    conclusion: await tool.conclude(execution),
    errorSamples:
      errorSamplesPath === undefined ? [] : (await readFile(errorSamplesPath, 'utf8')).trimEnd().split('\n'),
    made: await readFile(join(results, 'made.txt'), 'utf8'),
    seen: await readFile(join(results, 'seen.txt'), 'utf8'),
    secrets: secret.texts,
    resultFiles: await readdir(results),
    logTail: await tool.logTail(execution, 5),
    archived: await Promise.all(
      archiveFiles.map(async ({ name, path }) => ({ name, sizeBytes: (await stat(path)).size })),
    ),
  };
}

/** A token in a file and in the environment of this process, as in a service. */
async function makeSecret() {
  const folder = await mkdtemp(join(tmpdir(), 'spate-data-'));
  const path = join(folder, 'token');
  const token = 'a-secret-token';
  const name = `SPATE_CONFORMANCE_${randomInt(2 ** 40)}`;
  await writeFile(path, token);
  process.env[name] = token;
  return {
    path,
    texts: [token, name, 'DATABASE_URL'],
    [Symbol.asyncDispose]: async () => {
      delete process.env[name];
      await rm(folder, { recursive: true });
    },
  };
}
