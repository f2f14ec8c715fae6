import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { isFullSuite } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { exists } from '../../lib/exists.ts';
import { sendSignal } from '../../lib/process-identity.ts';
import {
  makeExecution,
  processesOf,
  readToEnd,
  runToEnd,
  startTarget,
  type TestExecution,
  testContext,
  testSandbox,
  type Upload,
} from '../execution.fixture.ts';
import { createPlain } from '../sandbox/plain.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { plainTemporaryFolder } from './folders.ts';
import { createJavaSelenium } from './java-selenium.ts';
import { lacksBrowser } from './needs.fixture.ts';
import { oldScript } from './script.fixture.ts';

const skip = needs('java', 'maven') || (await lacksBrowser('chrome'));
const tool = createJavaSelenium('chrome');
const nowhere = new URL('http://127.0.0.1:9');

describe('java-selenium-chrome', { skip, concurrency: 2 }, () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await testSandbox();
    await tool.provision({ ...testContext(), sandbox }, () => {});
  });

  const make = (uploads: Upload[], spec: Partial<ExecutionSpec> = {}) =>
    makeExecution(tool, uploads, { threads: 1, ...spec }, sandbox, 2 ** 31);
  it('accepts every report of FloodSump, and lists its browsers when a script requests another', async () => {
    await using target = await startTarget();
    const body = `
      JavascriptExecutor js = (JavascriptExecutor) driver;
      driver.get(target + "/hello");
      js.executeScript("document.title = 'Gr\\u00fc\\u00dfe \\"an\\" alle'");
      flood.passed_transaction(driver);
      flood.passed_transaction(driver, "labelled");
      flood.passed_transaction(driver, "coded", 204);
      flood.passed_transaction(driver, "timed", 201, 12.6);
      js.executeScript("document.title = 'Sold out'");
      flood.failed_transaction(driver);
      flood.failed_transaction(driver, 404);
      flood.failed_transaction(driver, "bad", 409);
      flood.failed_transaction(driver, "slow", 503, 1500.0);
      flood.start_transaction("checkout");
      try { driver.findElement(By.id("nowhere")); } catch (WebDriverException e) { flood.webdriver_exception(driver, e); }
      js.executeScript("performance.mark('shown'); performance.measure('all of it', {start: 0, end: 250})");
      flood.get_mark(driver, "shown");
      flood.get_measure(driver, "all of it");
      flood.transaction(driver, "worker", "true", 200, -5.0);
      flood.transaction(driver, "worker", "false", 500, 7.0, null);
      flood.flushSamples();
      new FloodSump(800, 600).finished();
      if (!flood.numberOfBrowsers().equals("1")) { throw new IllegalStateException("users"); }
      if (!FloodSump.compressString("x").matches("\\"H4sI.*\\"")) { throw new IllegalStateException("gzip"); }
      if (!flood.getValueOrDefault("NOT_THERE", "else").equals("else")) { throw new IllegalStateException("default"); }
      try { new RemoteWebDriver(new URL("http://" + host + ":" + port + "/wd/hub"), DesiredCapabilities.safari()); }
      catch (WebDriverException e) { flood.webdriver_exception(driver, e); }
      driver.quit();
      try { flood.passed_transaction(driver); } catch (WebDriverException e) { flood.failed_transaction(driver); }
    `;
    const script = oldScript(target.url, {
      body: `driver.manage().timeouts().implicitlyWait(0, TimeUnit.SECONDS);${body}`,
    });
    await using execution = await make(script);
    const { samples, conclusion } = await runToEnd(tool, execution);
    assert.deepEqual(conclusion.errors, []);
    assert.deepEqual(
      samples.map((sample) => [sample.label, sample.isPassed, sample.code]),
      [
        ['Grüße "an" alle', true, '200'],
        ['labelled', true, '200'],
        ['coded', true, '204'],
        ['timed', true, '201'],
        ['Sold out', false, '500'],
        ['Sold out', false, '404'],
        ['bad', false, '409'],
        ['slow', false, '503'],
        ['checkout', false, '0'],
        ['shown', true, '200'],
        ['all of it', true, '200'],
        ['worker', true, '200'],
        ['worker', false, '500'],
        ['checkout', false, '0'],
        ['checkout', false, '500'],
      ],
    );
    const elapsedMs = samples.map((sample) => sample.elapsedUs / 1000);
    // Without an explicit time, samples have the unchanged time of the page.
    assert.ok((elapsedMs[0] ?? 0) > 0 && elapsedMs[0] === elapsedMs[2]);
    assert.deepEqual(
      [elapsedMs[3], elapsedMs[7], elapsedMs[10], elapsedMs[11], elapsedMs[12]],
      [13, 1500, 250, 0, 7],
    );
    assert.ok((samples[0]?.latencyUs ?? 0) > 0);
    assert.match(samples[8]?.message ?? '', /NoSuchElementException: no such element/);
    assert.match(samples[13]?.message ?? '', /cannot run safari\. It has chrome/);
    assert.ok(samples.filter((sample) => !sample.isPassed).every((sample) => sample.message !== ''));
    const kept = await readdir(join(execution.folders.results, 'failures'));
    assert.ok(kept.includes('user-0-005-checkout.png') && kept.includes('user-0-005-checkout.html'));
    assert.equal(kept.length, 14);
  });

  it('rejects more users than fit into memory, with the maximum', async () => {
    await using execution = await make(oldScript(nowhere, { body: '' }), { threads: 5 });
    await assert.rejects(tool.launch(execution), /sufficient for 4 users/);
  });

  if (isFullSuite()) {
    it('summarizes users whose script throws, and keeps samples of the others and all open pages, however the browsers were started', async () => {
      await using target = await startTarget();
      const first = `
        if (System.getenv("THREAD_ID").equals("1")) {
          new FloodSump().failed_transaction(null, "without a browser", 500);
          return;
        }`;
      const body = `
        driver.get(target + "/basket");
        WebDriver closed = new org.openqa.selenium.chrome.ChromeDriver();
        closed.quit();
        WebDriver own = new org.openqa.selenium.chrome.ChromeDriver();
        own.get(target + "/till");
        flood.passed_transaction(own, "till");
        if (own != null) throw new IllegalStateException("no change");`;
      await using execution = await make(oldScript(target.url, { first, body }), { threads: 2 });
      const { samples, conclusion } = await runToEnd(tool, execution);
      assert.deepEqual(samples.map(({ label, isPassed }) => [label, isPassed]).sort(), [
        ['till', true],
        ['without a browser', false],
      ]);
      assert.deepEqual(conclusion.errors, [
        '1 of 2 users ended early: java.lang.IllegalStateException: no change (exit code 1).',
      ]);
      const kept = await readdir(join(execution.folders.results, 'failures'));
      const names = ['user-0-001-Shop', 'user-0-002-Shop'];
      assert.deepEqual(
        kept.sort(),
        names.flatMap((name) => [`${name}.html`, `${name}.png`]),
      );
      const [one, two] = await Promise.all(
        names.map((name) => readFile(join(execution.folders.results, 'failures', `${name}.html`), 'utf8')),
      );
      assert.match([one, two].sort().join(), /<title>\/basket<.*<title>\/till</);
      assert.ok((await readFile(join(execution.folders.results, 'failures', kept[1] ?? ''))).includes('PNG'));
    });

    it('ends a script at its duration that never ends and never reports', async () => {
      const content = `public class Endless {
        public static void main(String[] args) throws Exception {
          System.out.println("duration " + System.getProperty("duration"));
          while (true) Thread.sleep(1000);
        } }`;
      const spec = { durationS: 1, stopGraceS: 2 };
      await using execution = await make([{ name: 'Endless.java', content }], spec);
      const { conclusion } = await runToEnd(tool, execution);
      assert.equal(conclusion.exitCode, 0);
      assert.equal(conclusion.errors.length, 1);
      assert.match(conclusion.errors[0] ?? '', /duration ended before/);
      assert.match((await tool.logTail(execution, 50)).join('\n'), /\[user 0\] duration 1/);
      assert.deepEqual(await processesOf(execution), []);
    });

    it('continues after the browser is killed, and after the driver is', async () => {
      await using target = await startTarget();
      const body = `
        for (int broken = 0; driver != null;) {
          try {
            driver.get(target + "/slow/20");
            flood.passed_transaction(driver);
          } catch (WebDriverException e) {
            flood.webdriver_exception(driver, e);
            // The driver of the endpoint has exited; there is nothing to quit.
            if (++broken == 2) return;
            driver = new RemoteWebDriver(new URL("http://" + host + ":" + port + "/wd/hub"), DesiredCapabilities.chrome());
          }
        }`;
      await using execution = await make(oldScript(target.url, { body }));
      await tool.launch(execution);
      await tool.release(execution, Date.now());
      const count = async (isPassed: boolean) =>
        (await tool.read(execution, undefined)).samples.filter((sample) => sample.isPassed === isPassed)
          .length;
      await until('pages', async () => (await count(true)) > 3);
      await killAll(execution, /^chrom(e|ium)$/);
      await until('the failure', async () => (await count(false)) > 0);
      const before = await count(true);
      await until('more pages', async () => (await count(true)) > before + 3);
      await killAll(execution, /^chromedriver$/);
      const samples = await readToEnd(tool, execution);
      const conclusion = await tool.conclude(execution);
      assert.deepEqual(conclusion.errors, []);
      const failed = samples.filter((sample) => !sample.isPassed);
      assert.equal(failed.length, 2);
      assert.ok(failed.every((sample) => sample.code === '0' && sample.message !== ''));
      assert.deepEqual(await processesOf(execution), []);
    });

    it('works without a sandbox, and ends all browsers of a user', async () => {
      await using target = await startTarget();
      const body =
        'for (int i = 0; i < 5; i++) { driver.get(target + "/hello"); flood.passed_transaction(driver); } System.exit(0);';
      // Each of them is a JVM and a browser.
      const users = isFullSuite() ? 2 : 1;
      const plain = createPlain('for this test', undefined);
      await using execution = await makeExecution(
        tool,
        oldScript(target.url, { body }),
        { threads: users },
        plain,
        2 ** 31,
      );
      const { samples, conclusion } = await runToEnd(tool, execution);
      assert.deepEqual([samples.length, target.requests.length], [5 * users, 5 * users]);
      assert.deepEqual(await commandsWith(execution.folders.tool), []);
      assert.deepEqual(await commandsWith(plainTemporaryFolder(execution.spec)), []);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(await exists(plainTemporaryFolder(execution.spec)), false);
    });
  }
});

async function killAll(execution: TestExecution, name: RegExp): Promise<void> {
  let killed = 0;
  for (const pid of await processesOf(execution)) {
    if (name.test((await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim())) {
      if (sendSignal(pid, 'SIGKILL')) killed += 1;
    }
  }
  assert.ok(killed > 0, `there is a process called ${name}`);
}

/** Browsers change what /proc shows of their environment, but not their command line. */
async function commandsWith(text: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes(text));
}
