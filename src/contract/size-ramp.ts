import type { Client } from './client.ts';
import { ContractError } from './contract-error.ts';
import type { NewRunInput } from './inputs.ts';
import type { RunResource } from './resources/run.ts';
import { countSteps, nextUsers, type SizeStep } from './test-size.ts';

/** Time for the virtual users of a step to start. */
const settleS = 4;
/** CPU utilization is stored per interval of the clock. A step covers a whole one, so that no other step is part of its figure. */
const intervalS = 15;
/** Time between two steps: one interval for the virtual users to start, and one that is measured. */
export const stepS = 2 * intervalS;
/** Time without load before the first step. */
const restS = settleS + 2 * intervalS;
/** Extra duration for the start of the run and delays of the measurement. */
const spareS = 120;
const maxOtherCpu = 0.5;
const maxNameLength = 200;
const lookEveryMs = 500;
/** Timeout for the figures of a step after its end: a busy node or service reports them late. */
const figuresPatienceMs = 60_000;

/** Settings of the run of a ramp. It belongs to a test of its own, so that it is not part of a history. */
export function sizingSettings(ofWhat: string, users: number) {
  return {
    engine: 'spate',
    name: `Size: ${ofWhat}`.slice(0, maxNameLength),
    tag_list: ['size'],
    duration: restS + countSteps(users) * stepS + spareS,
  } satisfies Partial<NewRunInput>;
}

/** A measurement that failed, and how to fix it. */
export class SizeError extends Error {
  readonly hint: string;
  /** Other programs use the node. */
  readonly isBusyNode: boolean;

  constructor(message: string, hint: string, isBusyNode = false) {
    super(message);
    this.name = 'SizeError';
    this.hint = hint;
    this.isBusyNode = isBusyNode;
  }
}

/** Raises the virtual users of a running run step by step. */
export class SizeRamp {
  readonly #client: Client;
  readonly #runId: string;
  readonly #signal: AbortSignal;

  constructor(client: Client, runId: string, signal: AbortSignal) {
    this.#client = client;
    this.#runId = runId;
    this.#signal = signal;
  }

  /** Throws if other programs use the node, unless `mayBeBusy`. */
  async run(wanted: number, mayBeBusy: boolean, onStep: (step: SizeStep) => void): Promise<SizeStep[]> {
    await this.#awaitStart();
    if (!mayBeBusy) await this.#requireIdleNode();
    const steps: SizeStep[] = [];
    for (let users = nextUsers(steps, wanted); users !== undefined; users = nextUsers(steps, wanted)) {
      await this.#control({ users, paused: false }, users);
      const step = await this.#measure(users);
      onStep(step);
      steps.push(step);
    }
    return steps;
  }

  async #awaitStart(): Promise<void> {
    for (;;) {
      const run = await this.#client.runs.get(this.#runId, { signal: this.#signal });
      if (run.phase === 'running' && run.started !== null) return;
      if (run.status === 'finished') throw endedEarly(run, 0);
      await this.#sleep(lookEveryMs);
    }
  }

  async #requireIdleNode(): Promise<void> {
    await this.#control({ paused: true }, 0);
    const { cpu } = await this.#measure(0);
    if (cpu > maxOtherCpu)
      throw new SizeError(
        `Other programs use ${Math.round(cpu * 100)} % of the CPU of the node.`,
        'Measure on a node that does nothing else.',
        true,
      );
  }

  /** Throws if the run has ended, which the service rejects as a conflict. */
  async #control(change: { users?: number; paused?: boolean }, users: number): Promise<void> {
    try {
      await this.#client.runs.control(this.#runId, change);
    } catch (error) {
      if (!(error instanceof ContractError) || error.status !== 409) throw error;
      throw endedEarly(await this.#client.runs.get(this.#runId, { signal: this.#signal }), users);
    }
  }

  async #measure(users: number): Promise<SizeStep> {
    const nowS = Date.parse((await this.#view()).as_of) / 1000;
    const range = nextInterval(nowS);
    await this.#sleep((range.to - nowS) * 1000);
    const giveUpAtMs = performance.now() + figuresPatienceMs;
    for (;;) {
      const run = await this.#client.runs.get(this.#runId, { signal: this.#signal });
      if (run.status === 'finished') throw endedEarly(run, users);
      const view = await this.#view(range);
      const [node] = view.nodes;
      if (view.node_count > 1 || node === undefined)
        throw new SizeError(
          `The run has ${view.node_count} nodes.`,
          'A size is measured on one node: select a grid with one node, or dedicated nodes.',
        );
      if (view.max_users > 0 && view.max_users < users / 2)
        throw new SizeError(
          `${usersText(users)} were requested, but ${view.max_users} ran.`,
          'Use a plan whose virtual users do not end before its duration.',
        );
      const hasUsers = users === 0 || view.max_users > 0;
      if (node.cpu_mean !== null && hasUsers)
        return { users, cpu: Math.min(1, node.cpu_mean), isLate: view.generator?.is_at_limit ?? false };
      if (performance.now() > giveUpAtMs)
        throw new SizeError(
          `The node reported no ${hasUsers ? 'CPU utilization' : 'samples'} for ${figuresPatienceMs / 1000} s.`,
          'Check the node on the page Grids, or with "spate grids".',
        );
      await this.#sleep(lookEveryMs);
    }
  }

  #view(range: { from?: number; to?: number } = {}) {
    return this.#client.runs.view(this.#runId, range, { signal: this.#signal });
  }

  async #sleep(ms: number): Promise<void> {
    this.#signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer);
        reject(this.#signal.reason);
      };
      const timer = setTimeout(() => {
        this.#signal.removeEventListener('abort', abort);
        resolve();
      }, ms);
      this.#signal.addEventListener('abort', abort, { once: true });
    });
  }
}

/** The first whole interval after the virtual users have started, in seconds since 1970. */
export function nextInterval(nowS: number): { from: number; to: number } {
  const from = Math.ceil((nowS + settleS) / intervalS) * intervalS;
  return { from, to: from + intervalS };
}

function endedEarly({ remote_errors: errors }: RunResource, users: number): SizeError {
  const when = users === 0 ? 'before it ran' : `with ${usersText(users)}`;
  return new SizeError(
    `The run ended ${when}, before the limit of the node was found.${errors ? ` ${errors.join(' ')}` : ''}`,
    'Use a plan that runs until its duration: loops forever, or ${__P(duration)} in the Thread Group.',
  );
}

const usersText = (users: number) =>
  users === 1 ? '1 virtual user' : `${users.toLocaleString('en-US')} virtual users`;
