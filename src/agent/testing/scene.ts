import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { until } from '../../../test/support/until.ts';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { noSettings } from '../../domain/run-settings.ts';
import { newId } from '../../lib/id.ts';
import { silentLog } from '../../lib/log.ts';
import { sendSignal } from '../../lib/process-identity.ts';
import { decodeFrame } from '../../metrics/frame.ts';
import { type AgentOptions, type AgentParts, runAgentWith } from '../agent.ts';
import { scriptedTool } from './scripted-tool.ts';
import type { ScriptedPlan } from './scripted-tool-child.ts';
import { TestService } from './test-service.ts';

const agentProcess = fileURLToPath(new URL('./agent-process.ts', import.meta.url));
const realAgentProcess = fileURLToPath(new URL('./real-agent-process.ts', import.meta.url));

export interface RunningAgent {
  leave(): void;
  exitCode: Promise<number>;
}

/** A service and a folder for one node; removed after the test. */
export class Scene {
  readonly service: TestService;
  readonly dir: string;
  readonly #agents: RunningAgent[] = [];
  readonly #children: ChildProcess[] = [];
  #cacheDir: string | undefined;

  private constructor(service: TestService, dir: string) {
    this.service = service;
    this.dir = dir;
  }

  static async begin(t: TestContext, options: { isTls?: boolean } = {}): Promise<Scene> {
    const dir = await mkdtemp(join(tmpdir(), 'spate-agent-'));
    const scene = new Scene(await TestService.start(options), dir);
    t.after(() => scene.#end());
    return scene;
  }

  /** Starts an agent in this process. */
  startAgent(options: Partial<AgentOptions> = {}, parts: Partial<AgentParts> = {}): RunningAgent {
    const leave = new AbortController();
    const exitCode = runAgentWith(
      { tools: [scriptedTool], ...parts },
      {
        dir: this.dir,
        joinToken: this.service.joinToken,
        cacheDir: this.dir,
        log: silentLog,
        signal: leave.signal,
        pingEveryMs: 500,
        ...options,
      },
    );
    exitCode.catch(() => {});
    const agent = { leave: () => leave.abort(), exitCode };
    this.#agents.push(agent);
    return agent;
  }

  /** Starts an agent in a separate process. */
  spawnAgent(): ChildProcess {
    return this.#spawn(process.execPath, [agentProcess, this.dir, this.service.joinToken]);
  }

  /** Starts an agent with the real tools in a separate process. */
  spawnRealAgent(cacheDir: string): ChildProcess {
    this.#cacheDir = cacheDir;
    return this.#spawn(process.execPath, [realAgentProcess, this.dir, this.service.joinToken, cacheDir]);
  }

  /** Starts an agent whose folder is on a file system of limited size. */
  spawnAgentOnDisk(sizeBytes: number): ChildProcess {
    const mount = `mount -t tmpfs -o size=${sizeBytes} tmpfs "$1" && cd / && shift && exec "$@"`;
    const inside = ['sh', '-c', mount, 'sh', this.dir];
    const command = [process.execPath, agentProcess, this.dir, this.service.joinToken];
    return this.#spawn('unshare', ['--map-root-user', '--mount', ...inside, ...command]);
  }

  #spawn(command: string, parameters: string[]): ChildProcess {
    const child = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'] });
    this.#children.push(child);
    return child;
  }

  /** Adds an execution of the scripted tool to the desired state; returns its id. */
  addExecution(plan: ScriptedPlan, change: Partial<ExecutionSpec> = {}): string {
    const file = this.service.addFile('plan.json', JSON.stringify(plan));
    const spec = executionSpec({ files: [file], ...change });
    this.service.desired.set(spec.executionId, { spec, want: 'prepare', startAtMs: null });
    this.service.sendDesired();
    return spec.executionId;
  }

  /** The samples in the frames that the service has stored. */
  storedSamples(executionId: string): number {
    let samples = 0;
    for (const [seq, { second, payload }] of this.service.frames.get(executionId) ?? []) {
      for (const stats of decodeFrame(seq, second, payload).labels.values()) samples += stats.count;
    }
    return samples;
  }

  stateOf(executionId: string): string | undefined {
    return this.service.statuses.get(executionId)?.state;
  }

  /** Lets an agent clean up what real tools created outside of the folder. */
  async #endRealTools(cacheDir: string): Promise<void> {
    const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;
    const agent = this.#children.find(isAlive) ?? this.spawnRealAgent(cacheDir);
    const gone = once(agent, 'exit');
    await until('an agent is there to clean up', () => this.service.isConnected);
    this.service.send({ type: 'end', reason: 'the test is over' });
    await gone;
  }

  async #end(): Promise<void> {
    if (this.#cacheDir !== undefined) await this.#endRealTools(this.#cacheDir);
    for (const child of this.#children) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    }
    for (const agent of this.#agents) agent.leave();
    await Promise.allSettled(this.#agents.map((agent) => agent.exitCode));
    await this.service.close();
    for (const executionId of this.service.desired.keys()) {
      const pid = await readFile(join(this.dir, 'executions', executionId, 'tool', 'pid'), 'utf8').catch(
        () => '',
      );
      const command = pid && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''));
      if (command?.includes(executionId)) sendSignal(Number(pid), 'SIGKILL');
    }
    await rm(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function executionSpec(change: Partial<ExecutionSpec> = {}): ExecutionSpec {
  return {
    executionId: newId(),
    runId: newId(),
    gridId: newId(),
    tool: 'jmeter',
    ...noSettings,
    files: [],
    nodeIndex: 0,
    gridIndex: 0,
    nodeCount: 1,
    region: 'local',
    numbers: { account: 1, project: 1, run: 1, grid: 1, node: 1 },
    maxResultsInArchiveBytes: 1_000_000,
    stopGraceS: 10,
    ...change,
  };
}
