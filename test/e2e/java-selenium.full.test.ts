import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lacksBrowser } from '../../src/tools/java-selenium/needs.fixture.ts';
import { oldScript, visit } from '../../src/tools/java-selenium/script.fixture.ts';
import type { BrowserName } from '../../src/tools/java-selenium/settings.ts';
import { needs } from '../support/needs.ts';
import { awaitStatus, countEverywhere, createRun, readArchive } from '../support/run.ts';
import { useStage } from '../support/stage.ts';
import { isFullSuite } from '../support/suite.ts';

const skip = needs('java', 'maven');
const lacks: Record<BrowserName, string | false> = {
  chrome: skip || (await lacksBrowser('chrome')),
  firefox: skip || (await lacksBrowser('firefox')),
};
const stage = useStage(lacks.chrome && lacks.firefox, { SPATE_EXECUTION_MEMORY_MB: '2048' });
const users = 2;
const times = 3;
const paths: Record<BrowserName, string> = { chrome: '/', firefox: '/cart' };

/** Firefox differs by its driver and session options; all-tools.test.ts runs both through the whole service. */
const browsers: readonly BrowserName[] = isFullSuite() ? ['chrome', 'firefox'] : ['chrome'];

for (const browser of browsers) {
  const path = paths[browser];
  test(`a Selenium script on ${browser} has equal counts in target, series, report, CSV and archive`, {
    skip: lacks[browser],
  }, async () => {
    const target = new URL(`http://127.0.0.1:${stage.target.port}`);
    const body = `for (int i = 0; i < ${times}; i++) { ${visit(`"${path}"`)} }
      flood.failed_transaction(driver, "given up", 409);`;
    const [script] = oldScript(target, { browser, body });
    const run = await createRun(stage.service, {
      fields: { 'run[tool]': `java-selenium-${browser}`, 'run[threads]': String(users) },
      files: { 'Shop.java': String(script?.content) },
    });
    const finished = await awaitStatus(stage.service, run.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    assert.equal(stage.requestsTo(path), users * times);
    const sent = users * (times + 1);
    assert.deepEqual(await countEverywhere(stage.service, finished), {
      series: sent,
      report: sent,
      csv: sent,
      frames: sent,
    });
    const { labels, reconciliation } = await stage.service.json(`/runs/${run.uuid}/report`);
    const givenUp = labels.find((figures: { label: string }) => figures.label === 'given up');
    assert.equal(givenUp?.failed, users);
    assert.equal(reconciliation.is_complete, true);
    const archive = [...(await readArchive(finished._embedded.archives[0].href)).keys()];
    assert.ok(
      archive.some((name) => /failures\/user-\d-001-given-up\.png$/.test(name)),
      archive.join(),
    );
    assert.ok(archive.some((name) => name.endsWith('/samples.jsonl')));
    assert.ok(archive.some((name) => name.endsWith('/selenium.log')));
  });
}

test('a script that cannot be compiled ends as finished, with file, line and message', {
  skip: lacks.chrome,
}, async () => {
  const target = new URL(`http://127.0.0.1:${stage.target.port}`);
  const [script] = oldScript(target, { body: 'driver.pleaseClick();' });
  const run = await createRun(stage.service, {
    fields: { 'run[tool]': 'java-selenium-chrome' },
    files: { 'Shop.java': String(script?.content) },
  });
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.match(JSON.stringify(finished.remote_errors), /Shop\.java:\d+: cannot find symbol/);
});
