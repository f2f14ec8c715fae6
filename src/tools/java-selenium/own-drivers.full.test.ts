import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { needs } from '../../../test/support/needs.ts';
import { exists } from '../../lib/exists.ts';
import {
  makeExecution,
  processesOf,
  runToEnd,
  startTarget,
  testContext,
  testSandbox,
  type Upload,
} from '../execution.fixture.ts';
import { makeJar } from '../jvm/jar.fixture.ts';
import { browserTitles } from './browsers.ts';
import { createJavaSelenium } from './java-selenium.ts';
import { lacksBrowser } from './needs.fixture.ts';
import type { BrowserName } from './settings.ts';

const driverProperties: Record<BrowserName, string> = {
  chrome: 'webdriver.chrome.driver',
  firefox: 'webdriver.gecko.driver',
};

for (const browser of ['chrome', 'firefox'] as const) {
  const skip = needs('java', 'maven') || (await lacksBrowser(browser));
  const tool = createJavaSelenium(browser);
  const driver = `${browserTitles[browser]}Driver`;
  const options = `${browserTitles[browser]}Options`;

  describe(`scripts that start ${browserTitles[browser]} directly`, { skip }, () => {
    before(async () => tool.provision({ ...testContext(), sandbox: await testSandbox() }, () => {}));

    const run = async (uploads: Upload[]) => {
      const execution = await makeExecution(tool, uploads, { threads: 1 }, await testSandbox(), 2 ** 31);
      const { samples, conclusion } = await runToEnd(tool, execution);
      const log = await readFile(join(execution.folders.results, 'selenium.log'), 'utf8');
      return { execution, samples, conclusion, log };
    };

    it(`runs new ${driver}() of Selenium 4 with a class from an uploaded jar, and keeps its page when main throws`, async () => {
      await using target = await startTarget();
      const shop =
        'package helpers; public class Shop { public static String path() { return "/from-the-jar"; } }';
      const content = `package web;
        import helpers.Shop;
        import io.flood.selenium.FloodSump;
        import java.time.Duration;
        import org.openqa.selenium.*;
        import org.openqa.selenium.${browser}.*;
        import org.openqa.selenium.support.ui.*;
        public class Own {
          public static void main(String[] args) {
            System.setProperty("${driverProperties[browser]}", "C:\\\\drivers\\\\driver.exe");
            WebDriver driver = new ${driver}();
            driver.get("${target.url.origin}" + Shop.path());
            new WebDriverWait(driver, Duration.ofSeconds(20)).until(ExpectedConditions.titleIs("/from-the-jar"));
            new FloodSump().passed_transaction(driver, ((HasCapabilities) driver).getCapabilities().getBrowserName());
            driver.findElement(By.id("nowhere"));
          }
        }`;
      const { execution, samples, conclusion, log } = await run([
        { name: 'web/Own.java', content },
        { name: 'shop.jar', content: await makeJar([{ name: 'Shop.java', content: shop }]) },
      ]);
      await using _ = execution;
      assert.deepEqual(
        samples.map((sample) => [sample.label, sample.isPassed]),
        [[browser, true]],
      );
      assert.match(conclusion.errors.join(), /^1 of 1 users ended early: .*NoSuchElementException/);
      assert.match(log, /compiled for Selenium 4/);
      assert.doesNotMatch(log, /Selenium Manager/i);
      assert.equal(await exists(join(execution.folders.tool, 'inside/home/.cache/selenium')), false);
      const kept = (await readdir(join(execution.folders.results, 'failures'))).sort();
      assert.deepEqual(kept, ['user-0-001-Own.html', 'user-0-001-Own.png']);
      const page = await readFile(join(execution.folders.results, 'failures', 'user-0-001-Own.html'), 'utf8');
      assert.match(page, /<title>\/from-the-jar<\/title>/);
      assert.deepEqual([target.requests.length, await processesOf(execution)], [1, []]);
    });

    it(`runs new ${driver}(options) of Selenium 3, twice in a script that names a driver of its own`, async () => {
      await using target = await startTarget();
      const content = `
        import io.flood.selenium.FloodSump;
        import java.util.concurrent.TimeUnit;
        import org.openqa.selenium.*;
        import org.openqa.selenium.${browser}.*;
        public class Own {
          public static void main(String[] args) {
            System.setProperty("${driverProperties[browser]}", "C:\\\\drivers\\\\driver.exe");
            FloodSump flood = new FloodSump();
            flood.started();
            for (String path : new String[] {"/one", "/two"}) {
              WebDriver driver = new ${driver}(new ${options}());
              driver.manage().timeouts().implicitlyWait(5, TimeUnit.SECONDS);
              driver.manage().window().maximize();
              driver.get("${target.url.origin}" + path);
              flood.passed_transaction(driver);
              driver.quit();
            }
          }
        }`;
      const { execution, samples, conclusion, log } = await run([{ name: 'Own.java', content }]);
      await using _ = execution;
      assert.deepEqual(conclusion.errors, []);
      assert.deepEqual(
        samples.map((sample) => [sample.label, sample.isPassed]),
        [
          ['/one', true],
          ['/two', true],
        ],
      );
      assert.match(log, /compiled for Selenium 3/);
      assert.match(log, /stays as this node needs it/);
      assert.deepEqual([target.requests.length, await processesOf(execution)], [2, []]);
    });
  });
}
