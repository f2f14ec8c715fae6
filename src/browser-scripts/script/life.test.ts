import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { makeCa, makeServerCertificate } from '../../api/tls/certificates.ts';
import type { UserOptions } from './contract.ts';
import { type Ran, ScriptBench, skip } from './script.fixture.ts';

const bench = new ScriptBench();

/** Runs two iterations of a script with these settings; returns its output. */
async function twice(settings: string, body: string, options: Partial<UserOptions> = {}): Promise<Ran> {
  return bench.run(
    `import { step, Device } from '@flood/element';
    export const settings = { actionDelay: '0s', stepDelay: '0s', ${settings} };
    export default () => { step('It', async (browser, row) => { ${body} }); };`,
    { loopCount: 2, ...options },
  );
}

const printed = ({ logs }: Ran) =>
  logs.filter((line) => line.startsWith('script')).map((line) => line.replace('script log: ', ''));

describe('the lifecycle of a user', { skip }, () => {
  before(async () => {
    await bench.start();
    bench.pages['/seen'] = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'known=yes' });
      response.end(
        `<pre>${request.headers.cookie ?? 'new'}|${request.headers['x-mine'] ?? ''}|${request.headers['user-agent']}</pre>`,
      );
    };
    bench.pages['/cached'] = '<script src="/kept.js"></script><title>cached</title>';
    bench.pages['/kept.js'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=600' });
      response.end('1');
    };
    bench.pages['/noisy'] = '<script>console.log("a"); console.warn("b"); console.error("c")</script>';
  });
  after(() => bench.stop());

  it('clears cookies between iterations unless disabled', async () => {
    const visit = `await browser.visit('ORIGIN/seen'); console.log((await browser.extractText('pre')).split('|')[0]);`;
    assert.deepEqual(printed(await twice('', visit)), ['new', 'new']);
    assert.deepEqual(printed(await twice('clearCookies: false', visit)), ['new', 'known=yes']);
    assert.deepEqual(printed(await twice('clearCookies: false, incognito: true', visit)), ['new', 'new']);
  });

  it('keeps the cache of a user unless it is cleared or disabled', async () => {
    const loads = async (settings: string) => {
      const seen = bench.requests.length;
      await twice(settings, `await browser.visit('ORIGIN/cached');`);
      return bench.requests.slice(seen).filter(({ path }) => path === '/kept.js').length;
    };
    assert.equal(await loads(''), 1);
    assert.equal(await loads('clearCache: true'), 2);
    assert.equal(await loads('disableCache: true'), 2);
  });

  it('opens pages according to the settings', async () => {
    const look = `await browser.visit('ORIGIN/seen'); const seen = (await browser.extractText('pre')).split('|');
      console.log(seen[1], seen[2].slice(0, 40), await browser.evaluate(() => innerWidth + 'x' + innerHeight + '@' + devicePixelRatio));`;
    const once = { loopCount: 1 };
    assert.match(
      printed(await twice(`extraHTTPHeaders: { 'x-mine': 'h' }`, look, once)).join(),
      /^h Mozilla.* 1440x900@1$/,
    );
    assert.match(
      printed(
        await twice(
          `userAgent: 'Mine/2', viewport: { width: 600, height: 500, deviceScaleFactor: 2 }`,
          look,
          once,
        ),
      ).join(),
      /^ Mine\/2 600x500@2$/,
    );
    assert.match(
      printed(
        await twice(
          `device: 'iPhone 5'`,
          `await browser.visit('ORIGIN/seen'); console.log(await browser.evaluate(() => screen.width), (await browser.extractText('pre')).includes('iPhone'));`,
          once,
        ),
      ).join(),
      /^320 true$/,
    );
    assert.match(
      printed(
        await twice(`device: Device.iPhoneX, viewport: { width: 500, height: 400 }`, look, once),
      ).join(),
      /500x400@1$/,
    );
    const unknown = await twice(`device: 'Toaster'`, look, once);
    assert.deepEqual([unknown.end.why, unknown.end.error], ['broken', 'Unknown device descriptor: Toaster']);
  });

  it('blocks requests to blocked domains without counting them as failures, and hides console lines', async () => {
    const seen = bench.requests.length;
    const ran = await twice(
      `blockedDomains: ['*.blocked.test', '127.0.0.*:9'], consoleFilter: ['warn', 'log']`,
      `await browser.visit('ORIGIN/noisy'); await browser.evaluate(() => Promise.all(['http://a.blocked.test/', 'http://127.0.0.1:9/'].map(url => fetch(url).catch(() => {}))));`,
      { loopCount: 1 },
    );
    const [step] = ran.steps;
    assert.deepEqual([step?.isPassed, step?.failedRequests, step?.requests], [true, 0, 1]);
    assert.equal(bench.requests.slice(seen).length >= 1, true);
    const levels = ran.logs.filter((line) => line.startsWith('page')).map((line) => line.split(':')[0]);
    assert.deepEqual([...new Set(levels)], ['page error']);
  });

  it('ignores untrusted certificates with the option, in both spellings', async () => {
    const authority = await makeCa(Date.now(), 'localhost');
    const { keyPem, certificatePem } = await makeServerCertificate(authority, ['localhost'], Date.now());
    const server = createTlsServer({ key: keyPem, cert: certificatePem }, (_request, response) =>
      response.end('safe'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const visit = `await browser.visit('https://localhost:${(server.address() as AddressInfo).port}/');`;
    const passed = async (settings: string) =>
      (await twice(settings, visit, { loopCount: 1 })).steps[0]?.isPassed;
    assert.equal(await passed('screenshotOnFailure: false'), false);
    assert.equal(await passed('ignoreHTTPSErrors: true'), true);
    assert.equal(await passed('ignoreHTTPSError: true'), true);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('ends at its loop count, its duration or that of the run', async () => {
    assert.deepEqual((await twice('loopCount: 3', '', { loopCount: null })).end, {
      iterations: 3,
      why: 'loops',
      error: null,
    });
    assert.equal((await twice(`duration: '1ms'`, '', { loopCount: null })).end.why, 'duration');
    const run = await twice('loopCount: 5', `await browser.wait('20ms')`, {
      loopCount: null,
      durationS: 0.01,
    });
    assert.deepEqual([run.end.why, run.end.iterations], ['duration', 1]);
    const loop = await bench.run(
      `import { step } from '@flood/element';
      export const settings = { stepDelay: '0s' };
      export default () => { step.while(() => true, 'For ever', async browser => { await browser.wait('20ms'); }); };`,
      { loopCount: null, durationS: 0.1 },
    );
    assert.equal(loop.end.why, 'duration');
  });

  it('finishes the current step when it is stopped, without further waits', async () => {
    const stop = new AbortController();
    const ran = await bench.run(
      `import { step, afterAll } from '@flood/element';
      export const settings = { actionDelay: '0s', stepDelay: '1h' };
      export default () => {
        afterAll(async () => { console.log('cleaned up'); });
        step('One', async browser => { await browser.visit('ORIGIN/seen'); console.log('now'); await browser.wait('100ms'); });
        step('Two', async () => {});
      };`,
      { loopCount: null, stop: stop.signal },
      (line) => {
        if (line === 'script log: now') stop.abort();
      },
    );
    assert.deepEqual(ran.end, { iterations: 0, why: 'stopped', error: null });
    assert.deepEqual(
      ran.steps.map(({ label, isPassed }) => [label, isPassed]),
      [['One', true]],
    );
    assert.ok(ran.logs.includes('script log: cleaned up'));
  });

  it('opens another browser after a crash, and ends after repeated crashes', async () => {
    await bench.openBrowser();
    const launched = bench.launches;
    const crashOnce = await bench.run(
      `import { step } from '@flood/element';
      export const settings = { actionDelay: '0s', stepDelay: '0s', waitTimeout: '30s' };
      let runs = 0;
      export default () => { step('It', async browser => {
        runs += 1;
        await browser.visit('ORIGIN/seen');
        if (runs === 2) await browser.context().browser().close();
        await browser.title();
      }); };`,
      { loopCount: 3 },
    );
    assert.deepEqual(crashOnce.iterations, [true, false, true]);
    assert.equal(crashOnce.end.why, 'loops');
    assert.equal(bench.launches, launched + 1);
    const always = await twice('', `await browser.context().browser().close(); await browser.title();`, {
      loopCount: 50,
    });
    assert.deepEqual([always.end.why, always.end.iterations], ['broken', 3]);
    const never = await twice('', '', { openBrowser: () => Promise.reject(new Error('no browser here')) });
    assert.deepEqual(never.end, { iterations: 0, why: 'broken', error: 'no browser here' });
  });

  it('cleans up resources that a script leaves open', async () => {
    const ran = await twice(
      '',
      `browser.click('#nothing'); browser.findElement('#nothing'); (await browser.maybeFindElement('html')).findElement(null);`,
    );
    assert.deepEqual(ran.iterations, [true, true]);
  });

  it('opens the browser with the launch settings', async () => {
    const requested: unknown[] = [];
    await twice(
      `launchArgs: ['--lang=de'], browserLaunchOption: { slowMo: 1 }, ignoreHTTPSErrors: true`,
      '',
      {
        openBrowser: (settings) => {
          requested.push(settings);
          return bench.openBrowser();
        },
      },
    );
    assert.deepEqual(requested, [
      { launchArgs: ['--lang=de'], launchOptions: { slowMo: 1 }, ignoreHttpsErrors: true },
    ]);
  });
});
