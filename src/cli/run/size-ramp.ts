import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../contract/client.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import { nextUsers, type SizeStep } from '../../contract/test-size.ts';
import { count } from '../../lib/figures.ts';
import { CliError } from '../cli-error.ts';

/** Of each step: time for the virtual users to start, and for the measurement. */
const settleS = 4;
const measureS = 8;
export const stepS = settleS + measureS;
const lookEveryMs = 500;
const vitalsPatienceMs = 20_000;

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

  async run(wanted: number, onStep: (step: SizeStep) => void): Promise<SizeStep[]> {
    await this.#awaitStart();
    const steps: SizeStep[] = [];
    for (let users = nextUsers(steps, wanted); users !== undefined; users = nextUsers(steps, wanted)) {
      if (steps.length > 0) await this.#client.runs.control(this.#runId, { users });
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

  async #measure(users: number): Promise<SizeStep> {
    const { elapsed } = await this.#view();
    const from = (elapsed ?? 0) + settleS;
    const range = { from, to: from + measureS };
    await this.#sleep(stepS * 1000);
    const giveUpAtMs = performance.now() + vitalsPatienceMs;
    for (;;) {
      const run = await this.#client.runs.get(this.#runId, { signal: this.#signal });
      if (run.status === 'finished') throw endedEarly(run, users);
      const view = await this.#view(range);
      const [node] = view.nodes;
      if (view.node_count > 1 || node === undefined)
        throw new CliError(
          `The run has ${count(view.node_count, 'node')}.`,
          'A size is measured on one node, such as --grid us-east-1=1.',
        );
      if (view.max_users > 0 && view.max_users < users / 2)
        throw new CliError(
          `${count(users, 'virtual user')} were requested, but ${view.max_users} ran.`,
          'Use a plan whose virtual users do not end before its duration.',
        );
      if (node.cpu_mean !== null && view.max_users > 0)
        return { users, cpu: Math.min(1, node.cpu_mean), isLate: view.generator?.is_at_limit ?? false };
      if (performance.now() > giveUpAtMs)
        throw new CliError('The node did not report its CPU utilization.', 'Check it with "spate grids".');
      await this.#sleep(lookEveryMs);
    }
  }

  #view(range: { from?: number; to?: number } = {}) {
    return this.#client.runs.view(this.#runId, range, { signal: this.#signal });
  }

  async #sleep(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#signal });
  }
}

function endedEarly({ remote_errors: errors }: RunResource, users: number): CliError {
  const when = users === 0 ? 'before it ran' : `with ${count(users, 'virtual user')}`;
  return new CliError(
    `The run ended ${when}, before the limit of the node was found.${errors ? ` ${errors.join(' ')}` : ''}`,
    'Use a plan that runs until its duration: loops forever, or ${__P(duration)} in the Thread Group.',
  );
}
