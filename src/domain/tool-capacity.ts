import type { ToolName } from './tool.ts';

/**
 * Memory that one virtual user takes, for tools whose users each hold a browser or a large part of one. Tools that are
 * not named share their memory among all users.
 */
export const memoryPerUserBytes: Partial<Record<ToolName, number>> = {
  'java-selenium-chrome': 500 * 2 ** 20,
  'java-selenium-firefox': 450 * 2 ** 20,
  'service-chrome': 80 * 2 ** 20,
};

/** How many users an execution with this much memory can carry; infinitely many where memory does not decide. */
export function usersThatFit(tool: ToolName, memoryBytes: number): number {
  const perUserBytes = memoryPerUserBytes[tool];
  return perUserBytes === undefined ? Number.POSITIVE_INFINITY : Math.floor(memoryBytes / perUserBytes);
}
