import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { until } from '../../../test/support/until.ts';
import type { ExecutionSpec } from '../../domain/execution.ts';
import {
  makeExecution,
  readToEnd,
  runToEnd,
  startTarget,
  type TestExecution,
  testContext,
  type Upload,
} from '../execution.fixture.ts';
import { detectSandbox } from '../sandbox/detect.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createJavaSelenium } from './java-selenium.ts';
import { lacksBrowser } from './needs.fixture.ts';

const skip = needs('java', 'maven') || (await lacksBrowser('chrome'));
const tool = createJavaSelenium('chrome');

/** A class outside of the test that holds the browser. */
const browsers = {
  name: 'Browsers.java',
  content: `import org.openqa.selenium.*;
    import org.openqa.selenium.chrome.*;
    class Browsers {
      static final ThreadLocal<WebDriver> open = new ThreadLocal<>();
      static void show(String address) { open.set(new ChromeDriver()); open.get().get(address); }
      static void close() { if (open.get() != null) { open.get().quit(); open.remove(); } }
    }`,
};

describe('test classes on Chrome', { skip, concurrency: 2 }, () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await detectSandbox();
    await tool.provision({ ...testContext(), sandbox }, () => {});
  });

  const make = (uploads: Upload[], spec: Partial<ExecutionSpec> = {}) =>
    makeExecution(tool, uploads, { threads: 1, ...spec }, sandbox, 2 ** 31);

  it('of JUnit 4 and 5 report each method as a sample, and keep pages of failed ones', async () => {
    await using target = await startTarget();
    const { origin } = target.url;
    const base = `import org.junit.*;
      import org.openqa.selenium.*;
      import org.openqa.selenium.chrome.*;
      public abstract class Base {
        protected WebDriver driver;
        protected void show(String path) { driver = new ChromeDriver(); driver.get("${origin}" + path); }
        @After public void close() { if (driver != null) driver.quit(); }
        @Test public void adds() { Assert.assertEquals(3, 1 + 2); }
      }`;
    const four = `import org.junit.*;
      public class Four extends Base {
        @Test public void sells() { show("/sale"); Assert.assertEquals("sold", driver.getTitle()); }
        @Test(expected = IllegalStateException.class) public void refuses() { show("/refused"); throw new IllegalStateException("as expected"); }
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
          driver.get("${origin}/cart");
          Assertions.assertEquals(4, 1 - 2, "cart total");
        }
      }`;
    const unready = (name: string, beforeEach: string, afterEach: string, test: string) => ({
      name: `${name}.java`,
      content: `public class ${name} {
        ${beforeEach} public void opens() { Browsers.show("${origin}/${name}"); throw new IllegalStateException("not ready"); }
        ${afterEach} public void closes() { Browsers.close(); }
        ${test} public void never${name}() { }
      }`,
    });
    const jupiter = '@org.junit.jupiter.api';
    await using execution = await make([
      browsers,
      { name: 'Base.java', content: base },
      { name: 'Four.java', content: four },
      { name: 'Five.java', content: five },
      unready('OldUnready', '@org.junit.Before', '@org.junit.After', '@org.junit.Test'),
      unready('Unready', `${jupiter}.BeforeEach`, `${jupiter}.AfterEach`, `${jupiter}.Test`),
    ]);
    const { samples, conclusion } = await runToEnd(tool, execution);
    assert.deepEqual(conclusion.errors, []);
    const results = samples.map((sample) => [sample.label, sample.isPassed, sample.message]).sort();
    assert.deepEqual(results, [
      ['Five.adds', true, ''],
      [
        'Five.subtracts',
        false,
        'org.opentest4j.AssertionFailedError: cart total ==> expected: <4> but was: <-1>',
      ],
      ['Four.adds', true, ''],
      ['Four.refuses', true, ''],
      ['Four.sells', false, 'org.junit.ComparisonFailure: expected:<[sold]> but was:<[/sale]>'],
      ['OldUnready.neverOldUnready', false, 'java.lang.IllegalStateException: not ready'],
      ['Unready.neverUnready', false, 'java.lang.IllegalStateException: not ready'],
    ]);
    assert.equal(target.requests.length, 5);
    assert.deepEqual(await keptPages(execution), [
      ['neverOldUnready', '/OldUnready'],
      ['neverUnready', '/Unready'],
      ['sells', '/sale'],
      ['subtracts', '/cart'],
    ]);
  });

  it('of TestNG repeat until the duration ends, stop between two methods, and keep the page of a failed preparation', async () => {
    await using target = await startTarget();
    const cart = `import org.testng.Assert;
      import org.testng.annotations.Test;
      abstract class Filled { @Test public void fills() throws Exception { Thread.sleep(20); } }
      public class Cart extends Filled {
        @Test public void pays() { Assert.assertTrue(false, "card refused"); }
      }`;
    // Only in the first round: a browser takes seconds.
    const unready = `import org.testng.annotations.*;
      public class Unready {
        private static boolean isReady;
        @BeforeMethod public void opens() {
          if (isReady) return;
          isReady = true;
          Browsers.show("${target.url.origin}/Unready");
          throw new IllegalStateException("not ready");
        }
        @AfterMethod(alwaysRun = true) public void closes() { Browsers.close(); }
        @Test public void sells() { }
      }`;
    const uploads = [
      browsers,
      { name: 'Cart.java', content: cart },
      { name: 'Unready.java', content: unready },
    ];
    await using execution = await make(uploads, { durationS: 600 });
    await tool.launch(execution);
    await tool.release(execution, Date.now());
    await until('a second round', async () => {
      const { samples } = await tool.read(execution, undefined);
      return samples.filter(({ label }) => label === 'Cart.pays').length > 2;
    });
    await tool.stop(execution, 'graceful');
    const samples = await readToEnd(tool, execution);
    const conclusion = await tool.conclude(execution);
    assert.deepEqual([conclusion.errors, conclusion.exitCode], [[], 0]);
    const of = (label: string) => samples.filter((sample) => sample.label === label);
    const isAs = (pattern: RegExp) => (sample: (typeof samples)[number]) =>
      !sample.isPassed && pattern.test(sample.message);
    assert.ok(of('Cart.pays').length > 2 && of('Cart.pays').every(isAs(/card refused/)));
    assert.ok(of('Cart.fills').length >= 2 && of('Cart.fills').every((sample) => sample.isPassed));
    assert.ok(of('Unready.opens').length === 1 && of('Unready.opens').every(isAs(/not ready/)));
    assert.ok(of('Unready.sells').length >= 1 && of('Unready.sells').every((sample) => sample.isPassed));
    assert.deepEqual(await keptPages(execution), [['opens', '/Unready']]);
  });
});

/** Failed methods with stored page and screenshot, with the title of the page. */
async function keptPages({ folders }: TestExecution): Promise<[string, string | undefined][]> {
  const folder = join(folders.results, 'failures');
  const names = (await readdir(folder)).sort();
  const pages = names.filter((name) => name.endsWith('.html'));
  assert.deepEqual(
    names.filter((name) => name.endsWith('.png')),
    pages.map((name) => name.replace(/html$/, 'png')),
  );
  const kept = pages.map(async (name): Promise<[string, string | undefined]> => {
    const text = await readFile(join(folder, name), 'utf8');
    return [name.replace(/^user-\d+-\d+-|\.html$/g, ''), /<title>(.*?)</.exec(text)?.[1]];
  });
  return (await Promise.all(kept)).sort();
}
