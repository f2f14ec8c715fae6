import { isSameControl, type LiveControl } from '../../domain/live-control.ts';
import type { DesiredExecution } from '../../protocol/messages.ts';
import { Wakeup } from '../wakeup.ts';

type Want = DesiredExecution['want'];

const order: readonly Want[] = ['prepare', 'run', 'stop', 'kill', 'forget'];

/** The state the service wants for one execution. Only moves forward: an outdated message cannot undo a stop. */
export class DesiredState {
  readonly changed = new Wakeup();
  readonly #stopped = new AbortController();
  readonly #forgotten = new AbortController();
  #want: Want;
  #startAtMs: number | null;
  #control: LiveControl | null = null;

  constructor(want: Want, startAtMs: number | null) {
    this.#want = 'prepare';
    this.#startAtMs = startAtMs;
    this.update(want, startAtMs);
  }

  get want(): Want {
    return this.#want;
  }

  /** In service time. */
  get startAtMs(): number | null {
    return this.#startAtMs;
  }

  /** Changes to the load; null: none so far. */
  get control(): LiveControl | null {
    return this.#control;
  }

  updateControl(control: LiveControl): void {
    if (isSameControl(control, this.#control)) return;
    this.#control = control;
    this.changed.notify();
  }

  get isStopWanted(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Aborts on `stop`, `kill` and `forget`. */
  get stopSignal(): AbortSignal {
    return this.#stopped.signal;
  }

  get forgetSignal(): AbortSignal {
    return this.#forgotten.signal;
  }

  /** Returns true when the state has advanced. */
  update(want: Want, startAtMs: number | null): boolean {
    const isNews = order.indexOf(want) > order.indexOf(this.#want);
    if (isNews) this.#want = want;
    if (want === 'run' && startAtMs !== null) this.#startAtMs = startAtMs;
    if (order.indexOf(this.#want) >= order.indexOf('stop')) this.#stopped.abort();
    if (this.#want === 'forget') this.#forgotten.abort();
    if (isNews) this.changed.notify();
    return isNews;
  }
}
