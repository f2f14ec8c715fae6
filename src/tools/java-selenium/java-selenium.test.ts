import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { until } from '../../../test/support/until.ts';
import { AppError } from '../../domain/errors.ts';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { runChild } from '../../lib/child-process.ts';
import { exists } from '../../lib/exists.ts';
import { sendSignal } from '../../lib/process-identity.ts';
import {
  makeExecution,
  processesOf,
  readToEnd,
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
  const run = async (execution: TestExecution) => {
    await tool.launch(execution);
    await tool.release(execution, Date.now());
    const samples = await readToEnd(tool, execution);
    return { samples, conclusion: await tool.conclude(execution) };
  };

  it('takes every report that FloodSump knows', async () => {
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
      driver.quit();
      try { flood.passed_transaction(driver); } catch (WebDriverException e) { flood.failed_transaction(driver); }
    `;
    const script = oldScript(target.url, {
      body: `driver.manage().timeouts().implicitlyWait(0, TimeUnit.SECONDS);${body}`,
    });
    await using execution = await make(script);
    const { samples, conclusion } = await run(execution);
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
        ['checkout', false, '500'],
      ],
    );
    const elapsedMs = samples.map((sample) => sample.elapsedUs / 1000);
    // Those without a time of their own have that of the page, which stays the same.
    assert.ok((elapsedMs[0] ?? 0) > 0 && elapsedMs[0] === elapsedMs[2]);
    assert.deepEqual(
      [elapsedMs[3], elapsedMs[7], elapsedMs[10], elapsedMs[11], elapsedMs[12]],
      [13, 1500, 250, 0, 7],
    );
    assert.ok((samples[0]?.latencyUs ?? 0) > 0);
    assert.match(samples[8]?.message ?? '', /NoSuchElementException: no such element/);
    assert.ok(samples.filter((sample) => !sample.isPassed).every((sample) => sample.message !== ''));
    const kept = await readdir(join(execution.folders.results, 'failures'));
    assert.ok(kept.includes('user-0-005-checkout.png') && kept.includes('user-0-005-checkout.html'));
    assert.equal(kept.length, 12);
  });

  it('runs a script for Selenium 4 that starts Chrome itself, with a class from an uploaded jar', async () => {
    await using target = await startTarget();
    const jar = await makeJar('helpers', 'Shop', 'public static String path() { return "/from-the-jar"; }');
    const content = `package web;
      import helpers.Shop;
      import io.flood.selenium.FloodSump;
      import java.time.Duration;
      import org.openqa.selenium.*;
      import org.openqa.selenium.chrome.*;
      import org.openqa.selenium.support.ui.*;
      public class Modern {
        public static void main(String[] args) {
          System.setProperty("webdriver.chrome.driver", "C:\\\\drivers\\\\chromedriver.exe");
          WebDriver driver = new ChromeDriver();
          driver.get("${target.url.origin}" + Shop.path());
          new WebDriverWait(driver, Duration.ofSeconds(10)).until(ExpectedConditions.titleIs("/from-the-jar"));
          new FloodSump().passed_transaction(driver, "modern");
        }
      }`;
    const uploads = [
      { name: 'web/Modern.java', content },
      { name: 'shop.jar', content: jar },
    ];
    await using execution = await make(uploads);
    const { samples, conclusion } = await run(execution);
    assert.deepEqual(conclusion.errors, []);
    assert.deepEqual([samples.map((sample) => sample.label), target.requests.length], [['modern'], 1]);
    const log = await readFile(join(execution.folders.results, 'selenium.log'), 'utf8');
    assert.match(log, /compiled for Selenium 4/);
    assert.doesNotMatch(log, /Selenium Manager/i);
    assert.equal(await exists(join(execution.folders.tool, 'inside/home/.cache/selenium')), false);
    assert.deepEqual(await processesOf(execution), []);
  });

  it('runs test classes of JUnit 4 and 5, each method being a sample', async () => {
    await using target = await startTarget();
    const base = `import org.junit.*;
      import org.openqa.selenium.*;
      import org.openqa.selenium.chrome.*;
      public abstract class Base {
        protected WebDriver driver;
        @Before public void open() { driver = new ChromeDriver(); }
        @After public void close() { driver.quit(); }
        @Test public void showsHello() { driver.get("${target.url.origin}/hello"); Assert.assertEquals("/hello", driver.getTitle()); }
      }`;
    const four = `import org.junit.*;
      public class Four extends Base {
        @Test public void sells() { driver.get("${target.url.origin}/sale"); Assert.assertEquals("sold", driver.getTitle()); }
        @Test(expected = IllegalStateException.class) public void refuses() { throw new IllegalStateException("as expected"); }
        @Test @Ignore public void waits() { }
      }`;
    const five = `import org.junit.jupiter.api.*;
      import org.openqa.selenium.*;
      import org.openqa.selenium.chrome.*;
      class Five {
        private WebDriver driver;
        @AfterEach void close() { if (driver != null) driver.quit(); }
        @Test void adds() { Assertions.assertEquals(3, 1 + 2); }
        @Test void subtracts() {
          driver = new ChromeDriver();
          driver.get("${target.url.origin}/cart");
          Assertions.assertEquals(4, 1 - 2, "cart total");
        }
      }`;
    await using execution = await make([
      { name: 'Base.java', content: base },
      { name: 'Four.java', content: four },
      { name: 'Five.java', content: five },
    ]);
    const { samples, conclusion } = await run(execution);
    assert.deepEqual(conclusion.errors, []);
    const results = samples.map((sample) => [sample.label, sample.isPassed, sample.message]).sort();
    assert.deepEqual(results, [
      ['Five.adds', true, ''],
      [
        'Five.subtracts',
        false,
        'org.opentest4j.AssertionFailedError: cart total ==> expected: <4> but was: <-1>',
      ],
      ['Four.refuses', true, ''],
      ['Four.sells', false, 'org.junit.ComparisonFailure: expected:<[sold]> but was:<[/sale]>'],
      ['Four.showsHello', true, ''],
    ]);
    assert.equal(target.requests.length, 3);
    const kept = await keptPages(execution);
    assert.deepEqual(Object.keys(kept).sort(), [
      'sells.html',
      'sells.png',
      'subtracts.html',
      'subtracts.png',
    ]);
    assert.match(kept['sells.html'] ?? '', /<title>\/sale<\/title>/);
    assert.match(kept['subtracts.html'] ?? '', /<title>\/cart<\/title>/);
  });

  it('runs test classes of TestNG again and again until the duration is over, and stops between two methods', async () => {
    const content = `import org.testng.Assert;
      import org.testng.annotations.Test;
      abstract class Filled { @Test public void fills() throws Exception { Thread.sleep(20); } }
      public class Cart extends Filled {
        @Test public void pays() { Assert.assertTrue(false, "card refused"); }
      }`;
    await using execution = await make([{ name: 'Cart.java', content }], { durationS: 600 });
    await tool.launch(execution);
    await tool.release(execution, Date.now());
    await until('two rounds', async () => (await tool.read(execution, undefined)).samples.length > 4);
    await tool.stop(execution, 'graceful');
    const samples = await readToEnd(tool, execution);
    const conclusion = await tool.conclude(execution);
    assert.deepEqual([conclusion.errors, conclusion.exitCode], [[], 0]);
    const paid = samples.filter((sample) => sample.label === 'Cart.pays');
    assert.ok(
      paid.length >= 2 && paid.every((sample) => !sample.isPassed && /card refused/.test(sample.message)),
    );
    const filled = samples.filter((sample) => sample.label === 'Cart.fills');
    assert.ok(filled.length >= 2 && filled.every((sample) => sample.isPassed));
  });

  it('keeps the page of tests whose preparation fails, in whichever class the browser is kept', async () => {
    await using target = await startTarget();
    const kinds = [
      { name: 'Four', before: '@org.junit.Before', after: '@org.junit.After', test: '@org.junit.Test' },
      {
        name: 'Five',
        before: '@org.junit.jupiter.api.BeforeEach',
        after: '@org.junit.jupiter.api.AfterEach',
        test: '@org.junit.jupiter.api.Test',
      },
      {
        name: 'Ng',
        before: '@org.testng.annotations.BeforeMethod',
        after: '@org.testng.annotations.AfterMethod(alwaysRun = true)',
        test: '@org.testng.annotations.Test',
      },
    ];
    const browsers = {
      name: 'Browsers.java',
      content: `import org.openqa.selenium.*;
        class Browsers { static ThreadLocal<WebDriver> open = ThreadLocal.withInitial(org.openqa.selenium.chrome.ChromeDriver::new); }`,
    };
    const uploads = kinds.map(({ name, before, after, test }) => ({
      name: `${name}.java`,
      content: `public class ${name} {
        ${before} public void opens() { Browsers.open.get().get("${target.url.origin}/${name}"); throw new IllegalStateException("not ready"); }
        ${after} public void closes() { Browsers.open.get().quit(); Browsers.open.remove(); }
        ${test} public void sells() { }
      }`,
    }));
    const keptOf = async (files: Upload[]) => {
      await using execution = await make([browsers, ...files]);
      const { samples } = await run(execution);
      assert.ok(samples.length > 0 && samples.every((sample) => /not ready/.test(sample.message)));
      const kept = Object.entries(await keptPages(execution)).filter(([name]) => name.endsWith('.html'));
      return kept.map(([, text]) => /<title>(.*?)</.exec(text)?.[1]);
    };
    assert.deepEqual(await keptOf(uploads.slice(0, 1)), ['/Four']);
    assert.deepEqual(await keptOf(uploads.slice(1, 2)), ['/Five']);
    assert.deepEqual(await keptOf(uploads.slice(2)), ['/Ng']);
  });

  it('keeps the pages that were open when main throws, whichever way the browsers were started', async () => {
    await using target = await startTarget();
    const body = `
      driver.get(target + "/basket");
      WebDriver closed = new org.openqa.selenium.chrome.ChromeDriver();
      closed.quit();
      WebDriver own = new org.openqa.selenium.chrome.ChromeDriver();
      own.get(target + "/till");
      flood.passed_transaction(own, "till");
      if (own != null) throw new IllegalStateException("no change");`;
    await using execution = await make(oldScript(target.url, { body }));
    const { conclusion } = await run(execution);
    assert.deepEqual(conclusion.errors, [
      '1 of 1 users ended early: java.lang.IllegalStateException: no change (exit code 1).',
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

  it('tells file, line and message of what javac complains about', async () => {
    const script = oldScript(nowhere, { body: 'driver.pleaseClick();' });
    await using execution = await make(script);
    await assert.rejects(tool.launch(execution), (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'plan_broken');
      assert.match(error.message, /Shop\.java:\d+: cannot find symbol, symbol method pleaseClick/);
      assert.match(error.message, /Selenium 3\.141\.59/);
      return true;
    });
  });

  it('goes on when the browser is killed half way, and again when the driver is', async () => {
    await using target = await startTarget();
    const body = `
      for (int broken = 0; broken < 2;) {
        try {
          driver.get(target + "/slow/20");
          flood.passed_transaction(driver);
        } catch (WebDriverException e) {
          flood.webdriver_exception(driver, e);
          broken++;
          driver = new RemoteWebDriver(new URL("http://" + host + ":" + port + "/wd/hub"), DesiredCapabilities.chrome());
        }
      }`;
    await using execution = await make(oldScript(target.url, { body }));
    await tool.launch(execution);
    await tool.release(execution, Date.now());
    const count = async (isPassed: boolean) =>
      (await tool.read(execution, undefined)).samples.filter((sample) => sample.isPassed === isPassed).length;
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

  it('sums up users whose script throws, and keeps what the others measured', async () => {
    const content = `import io.flood.selenium.FloodSump;
      public class Half {
        public static void main(String[] args) {
          if (System.getenv("THREAD_ID").equals("1")) throw new IllegalStateException("no stock");
          new FloodSump().failed_transaction(null, "without a browser", 500);
        }
      }`;
    await using execution = await make([{ name: 'Half.java', content }], { threads: 2 });
    const { samples, conclusion } = await run(execution);
    assert.equal(samples.length, 1);
    assert.deepEqual(conclusion.errors, [
      '1 of 2 users ended early: java.lang.IllegalStateException: no stock (exit code 1).',
    ]);
  });

  it('ends a script at duration that never comes to an end and never reports', async () => {
    const content = `public class Endless {
      public static void main(String[] args) throws Exception {
        System.out.println("duration " + System.getProperty("duration"));
        while (true) Thread.sleep(1000);
      } }`;
    const spec = { durationS: 1, stopGraceS: 2 };
    await using execution = await make([{ name: 'Endless.java', content }], spec);
    const { conclusion } = await run(execution);
    assert.equal(conclusion.exitCode, 0);
    assert.equal(conclusion.errors.length, 1);
    assert.match(conclusion.errors[0] ?? '', /duration was over/);
    assert.match((await tool.logTail(execution, 50)).join('\n'), /\[user 0\] duration 1/);
    assert.deepEqual(await processesOf(execution), []);
  });

  it('says which browsers it has when a script asks for another', async () => {
    const body = 'driver.get(target);';
    const [script] = oldScript(nowhere, { body });
    const content = String(script?.content).replace(
      'DesiredCapabilities.chrome()',
      'DesiredCapabilities.safari()',
    );
    await using execution = await make([{ name: 'Shop.java', content }]);
    const { conclusion } = await run(execution);
    assert.match(conclusion.errors.join(), /1 of 1 users ended early.*cannot run safari\. It has chrome/);
  });

  it('refuses more users than the memory carries, and says how many it does', async () => {
    await using execution = await make(oldScript(nowhere, { body: '' }), { threads: 5 });
    await assert.rejects(tool.launch(execution), /carries 4 users/);
  });

  it('works without a sandbox, and leaves no browser behind when a user ends', async () => {
    await using target = await startTarget();
    const body =
      'for (int i = 0; i < 5; i++) { driver.get(target + "/hello"); flood.passed_transaction(driver); } System.exit(0);';
    const plain = createPlain('for this test', undefined);
    await using execution = await makeExecution(
      tool,
      oldScript(target.url, { body }),
      { threads: 2 },
      plain,
      2 ** 31,
    );
    await tool.launch(execution);
    await tool.release(execution, Date.now());
    const samples = await readToEnd(tool, execution);
    assert.deepEqual([samples.length, target.requests.length], [10, 10]);
    assert.deepEqual(await commandsWith(execution.folders.tool), []);
    assert.deepEqual(await commandsWith(plainTemporaryFolder(execution.spec)), []);
    assert.deepEqual((await tool.conclude(execution)).errors, []);
    assert.equal(await exists(plainTemporaryFolder(execution.spec)), false);
  });
});

/** What is kept of failed steps, by the names without user and number. */
async function keptPages({ folders }: TestExecution): Promise<Record<string, string>> {
  const folder = join(folders.results, 'failures');
  const names = await readdir(folder).catch(() => []);
  const texts = names.map(async (name) => [
    name.replace(/^user-\d+-\d+-/, ''),
    await readFile(join(folder, name), 'latin1'),
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

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

async function makeJar(packageName: string, className: string, members: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-jar-'));
  try {
    const source = join(folder, `${className}.java`);
    await writeFile(source, `package ${packageName};\npublic class ${className} { ${members} }\n`);
    const commands: [string, string[]][] = [
      ['javac', ['-d', join(folder, 'out'), source]],
      ['jar', ['cf', join(folder, 'made.jar'), '-C', join(folder, 'out'), '.']],
    ];
    for (const [command, args] of commands) {
      const { code, lines } = await runChild(command, args);
      assert.equal(code, 0, lines.join('\n'));
    }
    return await readFile(join(folder, 'made.jar'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
