import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isFullSuite } from './suite.ts';
import { needsOfTestFile } from './test-file-needs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const toolsOf = (path: string) => needsOfTestFile(root + path).tools;

test('a file waits for the tools whose needs it names', () => {
  assert.deepEqual(toolsOf('test/e2e/lifecycle.test.ts'), ['jmeter', 'gatling']);
  assert.deepEqual(toolsOf('test/e2e/service-chrome.full.test.ts'), ['service-chrome']);
  assert.ok(toolsOf('src/tools/java-selenium/firefox.conformance.test.ts').includes('java-selenium-firefox'));
  assert.ok(!toolsOf('src/tools/java-selenium/chrome.conformance.test.ts').includes('java-selenium-firefox'));
});

test('a need that an imported module names counts', () => {
  assert.deepEqual(toolsOf('src/browser-scripts/script/life.test.ts'), ['service-chrome']);
});

test('a differential file waits for nothing: it has recordings, which the full suite compares with Apache JMeter', () => {
  assert.deepEqual(
    [...needsOfTestFile(`${root}src/engine/engine.differential.test.ts`).system],
    isFullSuite() ? ['java', 'maven'] : [],
  );
});

test('a computed requirement means all tools', () => {
  assert.equal(toolsOf('test/e2e/all-tools.test.ts').length, 5);
});

test('only few files wait for Firefox, and most for nothing', () => {
  const files = globSync('{src,test,packaging,bench}/**/*.test.ts', { cwd: root });
  const waiting = (tool: string) => files.filter((file) => toolsOf(file).some((each) => each === tool));
  assert.ok(waiting('java-selenium-firefox').length < 10, waiting('java-selenium-firefox').join(', '));
  const free = files.filter((file) => needsOfTestFile(root + file).system.size === 0);
  assert.ok(free.length > files.length / 2, `${free.length} of ${files.length}`);
});

test('a file that uses a service or a database is known to', () => {
  assert.equal(needsOfTestFile(`${root}test/e2e/api-http.test.ts`).usesDatabase, true);
  assert.equal(needsOfTestFile(`${root}src/store/frames.test.ts`).usesDatabase, true);
  assert.equal(needsOfTestFile(`${root}src/domain/access.test.ts`).usesDatabase, false);
});

test('a file that says that it needs its own process is known to', () => {
  assert.equal(needsOfTestFile(`${root}src/engine/http/connection.test.ts`).runsAlone, true);
  assert.equal(needsOfTestFile(`${root}src/domain/access.test.ts`).runsAlone, false);
});
