import type { PlanEngine } from './engine.ts';

/** The tools a run can choose, by their wire names. */
export const toolNames = [
  'jmeter',
  'gatling',
  'java-selenium-chrome',
  'java-selenium-firefox',
  'service-chrome',
] as const;
export type ToolName = (typeof toolNames)[number];

/** Finds the tool behind what a client sent: `jmeter`, `jmeter-2.13` and `gatling-2.1.4` are known by their first words. */
export function parseToolName(text: string): ToolName | undefined {
  return toolNames.find((name) => text === name || text.startsWith(`${name}-`));
}

/** What one node can say about one tool. */
export interface ToolAvailability {
  tool: ToolName;
  isAvailable: boolean;
  version: string | null;
  /** Sentences that say what to install; for what is there only in part, what the rest needs. */
  missing: string[];
  /** Which engines for JMeter plans are there; all that the tool has when it is not said. */
  engines?: PlanEngine[];
}

/** Whether a run can have this engine there; null for tools that have only one. */
export function isEngineThere(
  { isAvailable, engines }: Pick<ToolAvailability, 'isAvailable' | 'engines'>,
  engine: PlanEngine | null,
): boolean {
  return isAvailable && (engine === null || engines === undefined || engines.includes(engine));
}
