import type { TestElement } from './plan.ts';
import type { SampleFacts } from './sample-facts.ts';
import type { SeenRequest } from './target.ts';
import type { TargetPorts } from './target-ports.ts';

/** A plan that both engines must do alike. Files named `*.differential.ts` export them as `cases`. */
export interface DifferentialCase {
  /** Names the behaviour. */
  name: string;
  /** The children of the test plan, or all of the plan's file. */
  plan: string | Buffer | TestElement[] | ((target: TargetPorts) => string | Buffer | TestElement[]);
  properties?: Record<string, string>;
  /** Of the JVM; `(folder)` stands for the folder of the case. */
  systemProperties?: Record<string, string>;
  /** Files beside the plan, by name. */
  files?: Record<string, string | Buffer>;
  /** Set when users run side by side, so that only each one's own order is the same. */
  isConcurrent?: boolean;
  /** Requests that JMeter makes of a random part, such as a boundary, are made comparable with it. */
  normalize?(text: string): string;
  /** Compared in place of the samples, when how many there are depends on the clock. */
  summarize?(samples: readonly SampleFacts[]): unknown[];
  /** Compared in place of the requests and of what was sent otherwise. */
  summarizeRequests?(requests: readonly SeenRequest[], sent: readonly string[]): unknown[];
  /** Facts that cannot be the same, with a reason in the case's name. */
  without?: readonly ('bytes' | 'sentBytes' | 'message' | 'variables' | 'body' | 'requests')[];
}
