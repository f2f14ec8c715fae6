import type { TestElement } from './plan.ts';
import type { SampleFacts } from './sample-facts.ts';
import type { SeenRequest } from './target.ts';
import type { TargetPorts } from './target-ports.ts';

/** A plan that must have the same outcome in both engines. Files named `*.differential.ts` export them as `cases`. */
export interface DifferentialCase {
  /** The behaviour that the case tests. */
  name: string;
  /** The children of the test plan, or all of the plan's file. */
  plan: string | Buffer | TestElement[] | ((target: TargetPorts) => string | Buffer | TestElement[]);
  properties?: Record<string, string>;
  /** System properties of the JVM; `(folder)` is replaced by the folder of the case. */
  systemProperties?: Record<string, string>;
  /** Files beside the plan, by name. */
  files?: Record<string, string | Buffer>;
  /** Users run concurrently, so only the order within each user is compared. */
  isConcurrent?: boolean;
  /** Replaces random parts of the facts, such as multipart boundaries, to make them comparable. */
  normalize?(text: string): string;
  /** Compared instead of the samples, if their number depends on the clock. */
  summarize?(samples: readonly SampleFacts[]): unknown[];
  /** Compared instead of the requests and of the data sent by other protocols. */
  summarizeRequests?(requests: readonly SeenRequest[], sent: readonly string[]): unknown[];
  /** Facts that cannot be equal; the name of the case says why. */
  without?: readonly ('bytes' | 'sentBytes' | 'message' | 'variables' | 'body' | 'requests')[];
}
