import type { Runner } from '../../core.ts';
import type { Result } from '../../state/result.ts';
import type { Delivery } from './delivery.ts';

/** Receives the results of a Backend Listener. */
export interface BackendClient {
  add(result: Result): void;
  /** Sends remaining data and waits for it. */
  stop(): Promise<void>;
}

/** Arguments of the Backend Listener in the plan. */
export type Parameters = ReadonlyMap<string, string>;

export interface ClientOptions {
  parameters: Parameters;
  runner: Runner;
  delivery: Delivery;
  nowMs(): number;
}

export type BackendClientMaker = (options: ClientOptions) => BackendClient;

/** An argument that prevents JMeter from starting, too. */
export class WrongArgument extends Error {}

/** Sends lines in order; errors are logged, and the data is lost. */
export interface MetricsSender {
  send(text: string | Buffer): void;
  close(): Promise<void>;
}

/** Active users over the statistics window, and users started and ended since the start of the run. */
export interface UserFigures {
  min: number;
  max: number;
  mean: number;
  started: number;
  ended: number;
}

/** Java's cast of a double to int, for values in the range of int. */
export const toInt = (value: number) => (Number.isNaN(value) ? 0 : Math.trunc(value));
