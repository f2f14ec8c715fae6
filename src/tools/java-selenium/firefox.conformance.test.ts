import { needs } from '../../../test/support/needs.ts';
import { testSandbox } from '../execution.fixture.ts';
import { examineTool } from '../tool.conformance.ts';
import { conformanceScripts } from './conformance.fixture.ts';
import { createJavaSelenium } from './java-selenium.ts';
import { lacksBrowser } from './needs.fixture.ts';

examineTool('java-selenium-firefox in bubblewrap', {
  create: () => createJavaSelenium('firefox'),
  sandbox: testSandbox,
  skip: needs('java', 'maven', 'bubblewrap') || (await lacksBrowser('firefox')),
  isVariant: true,
  manyRequests: 8,
  memoryBytes: 3 * 2 ** 30,
  isBrowser: true,
  hasRequests: false,
  scripts: conformanceScripts('firefox'),
});
