import { needs } from '../../../test/support/needs.ts';
import { isFullSuite } from '../../../test/support/suite.ts';
import { testSandbox } from '../execution.fixture.ts';
import { examineTool } from '../tool.conformance.ts';
import { conformanceScripts } from './conformance.fixture.ts';
import { createJavaSelenium } from './java-selenium.ts';
import { lacksBrowser } from './needs.fixture.ts';

examineTool('java-selenium-chrome in bubblewrap', {
  create: () => createJavaSelenium('chrome'),
  sandbox: testSandbox,
  skip: needs('java', 'maven', 'bubblewrap') || (await lacksBrowser('chrome')),
  manyRequests: 8,
  users: isFullSuite() ? 2 : 1,
  durationS: isFullSuite() ? 12 : 8,
  memoryBytes: 3 * 2 ** 30,
  isBrowser: true,
  hasRequests: false,
  scripts: conformanceScripts('chrome'),
});
