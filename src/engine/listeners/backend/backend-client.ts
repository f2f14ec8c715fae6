import type { Runner } from '../../core.ts';
import type { Result } from '../../sampling/result.ts';
import type { Delivery } from './delivery.ts';

/** What a Backend Listener hands results to. */
export interface BackendClient {
  add(result: Result): void;
  /** Sends what is left, and waits for it to be sent. */
  stop(): Promise<void>;
}

/** The arguments of a plan for it. */
export type Parameters = ReadonlyMap<string, string>;

export interface ClientOptions {
  parameters: Parameters;
  runner: Runner;
  delivery: Delivery;
  nowMs(): number;
}

export type BackendClientMaker = (options: ClientOptions) => BackendClient;

/** Something that JMeter cannot start with either. */
export class WrongArgument extends Error {}

/** Sends texts that end with a line feed, one after another; what goes wrong is logged and lost. */
export interface MetricsSender {
  send(text: string | Buffer): void;
  close(): Promise<void>;
}

/** How many users there were lately, as both clients tell it. */
export interface UserFigures {
  min: number;
  max: number;
  mean: number;
  started: number;
  ended: number;
}

/** Java's (int) of a double. */
export const toInt = (value: number) => (Number.isNaN(value) ? 0 : Math.trunc(value));
