import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { browserFileNames } from '../../tool-process/browser-file-names.ts';
import { readSampleLog } from '../../tools/sample-log.ts';
import { Recorder } from '../runner/recorder.ts';
import { quick, ScriptBench, skip } from './script.fixture.ts';

const bench = new ScriptBench();
const slowMs = 300;

describe('measurements of a step', { skip }, () => {
  before(async () => {
    await bench.start();
    bench.pages['/page'] =
      '<title>Page</title><h1 style="font-size:80px">Large words</h1><img src="/slow.svg"><img src="/missing.png"><script>console.log("printed", 1); console.warn("warned")</script>';
    bench.pages['/slow.svg'] = (_request, response) => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'image/svg+xml' });
        response.end(
          `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><!--${'x'.repeat(5000)}--></svg>`,
        );
      }, slowMs);
    };
    bench.pages['/slow'] = (_request, response) => {
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end('<title>Slow</title>');
      }, slowMs);
    };
    bench.pages['/moved'] = (_request, response) => {
      response.writeHead(302, { location: '/page' });
      response.end();
    };
    bench.pages['/gone'] = (_request, response) => {
      response.writeHead(503, { 'content-type': 'text/html' });
      response.end('<title>Gone</title>');
    };
  });
  after(() => bench.stop());

  it("counts requests and bytes, uses the status of the first document, and reads the browser's timings", async () => {
    const ran = await bench.run(`
      import { step } from '@flood/element';
      ${quick}
      export default () => {
        step('Page', async browser => { await browser.visit('ORIGIN/moved'); });
        step('Post', async browser => { await browser.evaluate(() => fetch('/gone', { method: 'POST', body: 'x'.repeat(100) }).then(r => r.text())); });
        step('Gone', async browser => { await browser.visit('ORIGIN/gone'); await browser.visit('ORIGIN/page'); });
        step('Refused', async browser => { await browser.evaluate(() => fetch('http://127.0.0.1:1/').catch(() => {})); });
      };`);
    const [page, post, gone, refused] = ran.steps;
    assert.ok(page && post && gone && refused);
    assert.equal(page.code, '200');
    assert.equal(page.requests, 4);
    assert.ok(page.bytesIn > 5000 && page.bytesIn < 8000, String(page.bytesIn));
    assert.ok(page.latencyUs > 0 && page.latencyUs < page.elapsedUs);
    assert.ok(page.page);
    assert.ok(page.page.url.endsWith('/page'));
    assert.ok((page.page.loadMs ?? 0) >= slowMs);
    assert.ok((page.page.responseStartMs ?? 0) > 0 && (page.page.domContentLoadedMs ?? 0) > 0);
    assert.ok((page.page.firstContentfulPaintMs ?? 0) > 0 && (page.page.largestContentfulPaintMs ?? 0) > 0);
    assert.deepEqual([post.code, post.requests, post.bytesOut, post.page], ['0', 1, 100, null]);
    assert.equal(gone.code, '503');
    assert.deepEqual([refused.failedRequests, refused.requests], [1, 1]);
    assert.ok(ran.logs.includes('page log: printed 1') && ran.logs.includes('page warn: warned'));
  });

  it('reads the failed document and the failed requests of a failed step only', async () => {
    const ran = await bench.run(`
      import { step } from '@flood/element';
      ${quick}
      export default () => {
        step.recovery(async () => 'continue');
        step('Gone', async browser => {
          await browser.visit('ORIGIN/gone?token=abc');
          await browser.evaluate(() => fetch('http://127.0.0.1:1/').catch(() => {}));
          await browser.visit('ORIGIN/page');
          throw new Error('no cart');
        });
        step('Passed', async browser => { await browser.visit('ORIGIN/gone'); });
      };`);
    assert.deepEqual(
      ran.steps.map(({ isPassed }) => isPassed),
      [false, true],
    );
    const [traffic, ...others] = ran.traffic;
    assert.ok(traffic?.exchange);
    assert.deepEqual(others, []);
    assert.equal(traffic.url, `${bench.origin}/page`);
    assert.deepEqual(traffic.failedRequests, [
      `503 GET ${bench.origin}/gone?token=abc`,
      'net::ERR_UNSAFE_PORT GET http://127.0.0.1:1/',
      `404 GET ${bench.origin}/missing.png`,
    ]);
    const { requestHead, requestBody, responseHead, latencyMs } = traffic.exchange;
    assert.match(requestHead, /^GET http:\S+\/gone\?token=abc\n(.*\n)*Host: 127\.0\.0\.1/);
    assert.equal(requestBody, '');
    assert.match(responseHead, /^HTTP\/1\.1 503 Service Unavailable\n(.*\n)*content-type: text\/html/);
    assert.ok(latencyMs > 0);
  });

  it('measures the response time in all four ways', async () => {
    const measure = async (mode: string) => {
      const ran = await bench.run(`
        import { step } from '@flood/element';
        export const settings = { actionDelay: '700ms', stepDelay: '0s', responseTimeMeasurement: '${mode}' };
        export default () => {
          step('Two', async browser => { await browser.visit('ORIGIN/slow'); await browser.visit('ORIGIN/slow'); await browser.wait('200ms'); });
          step('None', async browser => {});
        };`);
      return ran.steps.map(({ elapsedUs }) => elapsedUs / 1000);
    };
    const [step = 0, page = 0, network = 0, whole = 0] = (
      await Promise.all(['step', 'page', 'network', 'stepWithThinkTime'].map(measure))
    ).map(([two]) => two);
    assert.ok(step >= 2 * slowMs + 200, `step ${step}`);
    assert.ok(whole >= 2 * slowMs + 200 + 1400, `stepWithThinkTime ${whole}`);
    assert.ok(page >= 2 * slowMs - 5, `page ${page}`);
    assert.ok(network >= slowMs - 5, `network ${network}`);
    const [, none] = await measure('page');
    assert.equal(none, 0);
  });

  it('excludes think time from a step, and has none in hooks nor before waits and finds', async () => {
    const ran = await bench.run(`
      import { step, beforeEach } from '@flood/element';
      export const settings = { actionDelay: '20s', stepDelay: '0s' };
      export default () => {
        beforeEach(async browser => { await browser.visit('ORIGIN/page'); });
        step('Look', async browser => { await browser.wait('10ms'); await (await browser.findElement('h1')).text(); await browser.title(); });
      };`);
    assert.equal(ran.steps[0]?.isPassed, true);
    assert.ok((ran.steps[0]?.elapsedUs ?? Infinity) < 20_000_000);
  });

  it('stores a screenshot, the page source, its last console lines and the line of the script for a failed step', async () => {
    const ran = await bench.run({
      'tests/script.ts': `import { step, By } from '@flood/element';
import { check } from '../lib/check';
${quick}
export default () => {
  step('Find', async browser => {
    await browser.visit('ORIGIN/page');
    await browser.takeScreenshot();
    await browser.click(By.id('nothing'));
  });
  step.recovery(async () => {});
  step('Check', async browser => {
    check(1, 2);
  });
  step('Visit', async browser => {
    await browser.visit('http://nowhere.invalid/');
  });
  step('Text', () => { throw 'a text'; });
  step('Page', async browser => {
    await browser.page.click('#nothing', { timeout: 100 });
  });
};`,
      'lib/check.ts': `import assert from 'assert';

export function check(a: number, b: number): void {
  assert.equal(a, b);
}`,
    });
    const [find, check, visit, text, page] = ran.steps;
    assert.ok(find && check && visit && text && page);
    assert.equal(
      find.message,
      "No element was found on the page using 'By.id('nothing')' (tests/script.ts:8:19)",
    );
    assert.match(find.errorText, /8 \| {5}await browser\.click\(By\.id\('nothing'\)\);\n +\^\n/);
    assert.deepEqual(
      find.console.filter((line) => !line.startsWith('error')),
      ['log: printed 1', 'warn: warned'],
    );
    assert.equal(find.screenshots.length, 2);
    for (const path of find.screenshots) {
      assert.match(path, /^screenshots\/[0-9A-Za-z]{27}\.jpg$/);
      assert.ok(existsSync(join(ran.folder, 'results', path)));
    }
    assert.equal(
      readFileSync(join(ran.folder, 'results', find.screenshots[1] ?? ''))
        .subarray(0, 2)
        .toString('hex'),
      'ffd8',
    );
    assert.deepEqual(find.sources, [find.screenshots[1]?.replace('.jpg', '.html')]);
    assert.match(
      readFileSync(join(ran.folder, 'results', find.sources[0] ?? ''), 'utf8'),
      /^<html>.*<h1 .*Large words/,
    );
    assert.match(check.message, /^Assertion failed: 1 == 2 \(lib\/check\.ts:4:10\)$/);
    assert.match(
      check.errorText,
      /at check \(lib\/check\.ts:4:10\)\n {4}at Object\.fn \(tests\/script\.ts:12:5\)/,
    );
    assert.match(visit.message, /ERR_NAME_NOT_RESOLVED.* \(tests\/script\.ts:15:19\)$/);
    assert.equal(text.message, 'a text');
    assert.match(page.message, /Timeout 100ms exceeded.*\(tests\/script\.ts:19:24\)$/);
  });

  it('records the number of users at the end of the step, not at the time of reading the page', async () => {
    const folder = await bench.folder({});
    let users = 1;
    const recorder = new Recorder(
      { users: 2, usersPerWorker: 2, isTrial: false, resultsFolder: folder, toolFolder: folder },
      { users: () => users, onLost: (error) => assert.fail(error) },
    );
    const observer = recorder.observerFor(0);
    await bench.run(
      `import { step } from '@flood/element';
      ${quick}
      export default () => { step('Moved', async browser => { await browser.visit('ORIGIN/moved'); }); };`,
      {
        observer: {
          ...observer,
          onStepEnd: (step) => {
            users = 2;
            observer.onStepEnd(step);
          },
        },
      },
    );
    const { samples } = await readSampleLog(join(folder, browserFileNames.samples), undefined);
    assert.deepEqual(
      samples.map((sample) => [sample.label, sample.users]),
      [['Moved', 1]],
    );
  });
});
