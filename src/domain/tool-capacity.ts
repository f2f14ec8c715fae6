import type { ToolName } from './tool.ts';

/**
 * Memory per virtual user, for tools that run browsers. For other tools, memory does not limit the number of users.
 */
export const memoryPerUserBytes: Partial<Record<ToolName, number>> = {
  'java-selenium-chrome': 500 * 2 ** 20,
  'java-selenium-firefox': 600 * 2 ** 20,
  'service-chrome': 105 * 2 ** 20,
};

/** Memory of the browser processes and runners that all users share. */
export const memoryBesidesUsersBytes: Partial<Record<ToolName, number>> = {
  'service-chrome': 500 * 2 ** 20,
};

/** Maximum number of users in this much memory; infinite when memory is not the limit. */
export function usersThatFit(tool: ToolName, memoryBytes: number): number {
  const perUserBytes = memoryPerUserBytes[tool];
  if (perUserBytes === undefined) return Number.POSITIVE_INFINITY;
  const leftBytes = memoryBytes - (memoryBesidesUsersBytes[tool] ?? 0);
  return Math.max(0, Math.floor(leftBytes / perUserBytes));
}
