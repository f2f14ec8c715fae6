import type { Step, TransactionStep } from '../core.ts';
import { Result } from '../state/result.ts';

/** One execution of a transaction with a parent sample: JMeter's TransactionSampler. */
export class TransactionRun implements TransactionStep {
  readonly kind = 'transaction';
  readonly controller: TransactionStep['controller'];
  readonly result = new Result();
  subSampler: Step;
  isDone = false;
  #calls = 0;
  #failures = 0;
  #totalMs = 0;
  #connectMs = 0;

  constructor(controller: TransactionStep['controller'], label: string, nowMs: number) {
    this.controller = controller;
    this.result.label = label;
    this.result.isSuccess = true;
    this.result.isTransaction = true;
    this.result.startMs = nowMs;
  }

  addSubResult(child: Result): void {
    this.#calls += 1;
    if (this.#calls === 1) {
      this.result.lateMs = child.lateMs;
    }
    if (this.#failures === 0) {
      this.result.code = child.code;
    }
    if (!child.isSuccess) {
      this.result.isSuccess = false;
      this.#failures += 1;
    }
    this.result.addSubResult(child);
    this.#totalMs += child.elapsedMs;
    this.#connectMs += child.connectMs;
  }

  finish(nowMs: number, areTimersIncluded: boolean): void {
    const { result } = this;
    this.isDone = true;
    result.message = transactionMessage(this.#calls, this.#failures);
    if (result.isSuccess) {
      result.code = '200';
    }
    if (!areTimersIncluded) {
      result.idleMs = nowMs - result.startMs - this.#totalMs;
      result.endMs = nowMs;
    }
    result.connectMs = this.#connectMs;
  }
}

let lastMessage = { calls: -1, failures: -1, text: '' };

/** Caches the last message, which rarely changes. */
export function transactionMessage(calls: number, failures: number): string {
  if (calls !== lastMessage.calls || failures !== lastMessage.failures) {
    lastMessage = { calls, failures, text: messageText(calls, failures) };
  }
  return lastMessage.text;
}

function messageText(calls: number, failures: number): string {
  return `Number of samples in transaction : ${calls}, number of failing samples : ${failures}`;
}
