import type { ToolName } from './tool.ts';

/**
 * Memory that one virtual user takes, for tools whose users each hold a browser or a large part of one. Tools that are
 * not named share their memory among all users.
 */
export const memoryPerUserBytes: Partial<Record<ToolName, number>> = {
  'java-selenium-chrome': 500 * 2 ** 20,
  'java-selenium-firefox': 600 * 2 ** 20,
  'service-chrome': 105 * 2 ** 20,
};

/** What such a tool takes before its first user: browser processes and runners that all users share. */
export const memoryBesidesUsersBytes: Partial<Record<ToolName, number>> = {
  'service-chrome': 500 * 2 ** 20,
};

/** How many users an execution with this much memory can carry; infinitely many where memory does not decide. */
export function usersThatFit(tool: ToolName, memoryBytes: number): number {
  const perUserBytes = memoryPerUserBytes[tool];
  if (perUserBytes === undefined) return Number.POSITIVE_INFINITY;
  const leftBytes = memoryBytes - (memoryBesidesUsersBytes[tool] ?? 0);
  return Math.max(0, Math.floor(leftBytes / perUserBytes));
}
