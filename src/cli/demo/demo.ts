import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../config/load.ts';
import { type Client, createClient } from '../../contract/client.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { startTarget, type Target } from '../../lib/demo-target.ts';
import { demoParameters, demoPlan } from '../../plans/demo-plan.ts';
import { detectSandbox } from '../../tools/sandbox/detect.ts';
import { CliError } from '../cli-error.ts';
import { fewSamplesNote, renderReportTable, worstFirst } from '../render/report-table.ts';
import { invitation, openCommand, withPage } from '../service/sign-in-link.ts';
import { trustCa } from '../service/trust.ts';
import type { StopRequests } from '../signals.ts';
import type { Terminal } from '../terminal.ts';
import { compareCounts, isAgreed, renderAgreement } from './agreement.ts';
import { type DemoService, startDemoService } from './demo-service.ts';
import { createProgress } from './progress.ts';

const watchLimitMs = 30 * 60_000;

export interface DemoSettings {
  durationS: number;
  /** Whether the service stays up after the run, until a stop signal. */
  isKept: boolean;
  terminal: Terminal;
  env: Environment;
  requests: StopRequests;
}

/** Runs a complete load test on this machine. Resolves with the exit code after everything it started has stopped. */
export async function runDemo(settings: DemoSettings): Promise<number> {
  const { durationS, isKept, terminal, env, requests } = settings;
  await using stack = new AsyncDisposableStack();
  const { signal } = requests;
  try {
    const folder = await mkdtemp(join(tmpdir(), 'spate-demo-'));
    stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
    const target = await startTarget();
    stack.defer(() => target.stop());
    terminal.say(`Sample shop, which counts its requests: ${target.url}`);
    const { kind } = await detectSandbox({ mode: 'preferred' });
    if (kind === 'none')
      terminal.say('bubblewrap is not available: the demo runs its plan without a sandbox.');
    const sandbox = kind === 'none' ? 'off' : 'on';
    const service = await startDemoService(folder, env, sandbox, signal);
    stack.defer(() => service.stop());
    terminal.say(`Demo service: ${service.url}\n`);
    trustCa(service.ca);

    const client = createClient({ url: service.url, token: service.token });
    const run = await watch(client, await createRun(client, target, durationS), terminal, signal);
    const isGood = await conclude(client, run, target, terminal);
    if (isKept) await stayUp({ service, client, run, terminal, requests });
    else terminal.say('Demo finished. Start a permanent service with "spate serve".');
    return isGood ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return 130;
    throw error;
  } finally {
    if (signal.aborted) terminal.note('\nStopping the demo and everything it started.');
  }
}

async function createRun(client: Client, target: Target, durationS: number): Promise<RunResource> {
  const files = demoPlan.files.map(async (path) => ({
    name: basename(path),
    content: await openAsBlob(path),
  }));
  return client.runs.create({
    tool: 'jmeter',
    name: demoPlan.name,
    privacy: 'public',
    threads: demoPlan.threads,
    rampup: demoPlan.rampupS,
    duration: durationS,
    override_parameters: demoParameters(target.port),
    files: await Promise.all(files),
  });
}

async function watch(
  client: Client,
  created: RunResource,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<RunResource> {
  terminal.say(`Run ${created.uuid} created: ${created.permalink}`);
  if (created.engine === 'spate')
    terminal.say("The JMeter plan runs on Spate's own engine: no JVM is needed.");
  const progress = createProgress(terminal);
  const deadlineMs = performance.now() + watchLimitMs;
  try {
    while (performance.now() < deadlineMs) {
      const run = await client.runs.get(created.uuid, { signal });
      const { points } = await client.runs.series(created.uuid, { resolution: 1 }, { signal });
      progress.show(run, points, performance.now());
      if (run.status === 'finished') return run;
      await sleep(1000, undefined, { signal });
    }
  } finally {
    progress.end();
  }
  throw new CliError(`The run did not finish within ${watchLimitMs / 60_000} minutes.`);
}

/** Prints the report and the counts of the target; true if there are no errors and both match. */
async function conclude(
  client: Client,
  run: RunResource,
  target: Target,
  terminal: Terminal,
): Promise<boolean> {
  const report = await client.runs.report(run.uuid);
  const rows = compareCounts(target.counts(), report.labels);
  terminal.say(
    `\n${report.summary}\n\n${renderReportTable(worstFirst(report.labels))}\n${fewSamplesNote(report.labels)}\n`,
  );
  terminal.say(`Requests counted by the shop, and samples in the report:\n\n${renderAgreement(rows)}\n`);
  for (const sentence of run.remote_errors ?? []) terminal.say(`Error on a node: ${sentence}`);
  const isGood = isAgreed(rows) && run.remote_errors === null;
  terminal.say(isGood ? 'The counts match.' : 'The counts do NOT match, or the run reported errors.');
  return isGood;
}

interface KeptDemo extends Pick<DemoSettings, 'terminal' | 'requests'> {
  service: DemoService;
  client: Client;
  run: RunResource;
}

async function stayUp({ service, client, run, terminal, requests }: KeptDemo): Promise<void> {
  const opening = await invitation(terminal, {
    page: run.permalink,
    command: openCommand(service.dataDir, 'last'),
    createLink: async () => {
      const { link, expires_at } = await client.signInLinks.create();
      return { link: withPage(link, `/app/runs/${run.uuid}`), expiresAt: new Date(expires_at) };
    },
  });
  terminal.say(`\n${opening}\n  The browser warns once, because it does not know the CA of the demo.`);
  terminal.say('\nThe service runs until you press Ctrl-C.');
  await requests.first;
}
