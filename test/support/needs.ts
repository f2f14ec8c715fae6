import { listNeeds, missingNeeds, type NeedName } from '../../src/cli/system/needs.ts';
import type { ToolName } from '../../src/domain/tool.ts';
import { isFullSuite } from './suite.ts';

/** Set by `npm test`: requirements that are missing and could not be installed, comma-separated. */
export const missingVariable = 'SPATE_TEST_MISSING';

/**
 * For `test(name, { skip: needs('java', 'maven') }, …)`: why the test is skipped, or false. With CI=true nothing
 * is skipped: a missing requirement has already failed the run.
 */
export function needs(...names: NeedName[]): string | false {
  if (isCi()) return false;
  const told = process.env[missingVariable];
  const missing =
    told === undefined ? missingNeeds(names) : names.filter((name) => told.split(',').includes(name));
  return missing.length === 0 ? false : `this machine lacks ${listNeeds(missing)}`;
}

/** System requirements of each tool. */
export const needsByTool: Record<ToolName, readonly NeedName[]> = {
  jmeter: ['java', 'maven'],
  gatling: ['java', 'maven'],
  'java-selenium-chrome': ['java', 'maven', 'chromium', 'chromedriver'],
  'java-selenium-firefox': ['java', 'maven', 'firefox', 'geckodriver'],
  'service-chrome': ['chromium'],
};

/** Like `needs`, for the requirements of a tool. */
export function needsOf(tool: ToolName): string | false {
  return needs(...needsByTool[tool]);
}

/**
 * Like `needs`, for Apache JMeter in differential tests: `npm test` has its recordings. With `SPATE_RECORD=1` it is recorded
 * again.
 */
export function needsOfOracle(): string | false {
  return isOracleNeeded() && needs(...oracleNeeds);
}

export const oracleNeeds: readonly NeedName[] = ['java', 'maven'];

export function isOracleNeeded(): boolean {
  return isFullSuite() || process.env.SPATE_RECORD === '1';
}

export function isCi(): boolean {
  return ['true', '1'].includes(process.env.CI ?? '');
}
