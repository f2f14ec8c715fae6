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

/** What one node can say about one tool. `missing` holds sentences that say what to install. */
export interface ToolAvailability {
  tool: ToolName;
  isAvailable: boolean;
  version: string | null;
  missing: string[];
}
