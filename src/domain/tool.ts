import type { PlanEngine } from './engine.ts';

/** Names of the tools in the API. */
export const toolNames = [
  'jmeter',
  'gatling',
  'java-selenium-chrome',
  'java-selenium-firefox',
  'service-chrome',
] as const;
export type ToolName = (typeof toolNames)[number];

/** Parses a tool name with an optional version suffix: `jmeter`, `jmeter-2.13`, `gatling-2.1.4`. */
export function parseToolName(text: string): ToolName | undefined {
  return toolNames.find((name) => text === name || text.startsWith(`${name}-`));
}

/** Availability of one tool on one node. */
export interface ToolAvailability {
  tool: ToolName;
  isAvailable: boolean;
  version: string | null;
  /** What to install, one sentence each; also set for tools that are available in part. */
  missing: string[];
  /** Available engines for JMeter plans; undefined: all. */
  engines?: PlanEngine[];
}

/** Whether the engine is available; `engine` is null for tools other than JMeter. */
export function isEngineThere(
  { isAvailable, engines }: Pick<ToolAvailability, 'isAvailable' | 'engines'>,
  engine: PlanEngine | null,
): boolean {
  return isAvailable && (engine === null || engines === undefined || engines.includes(engine));
}
