import { needs } from '../../../test/support/needs.ts';
import { testSandbox } from '../execution.fixture.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { browserScript, visitStep } from './script.fixture.ts';
import { createServiceChrome } from './service-chrome.ts';

const env = (name: string) => `\${process.env.${name}}`;
const told = ['node_index', 'grid_index', 'node_count', 'threads', 'greeting', 'COLOUR'].map(env).join('/');
const results = 'process.env.FLOOD_RESULTS_PATH';

const scripts: Scripts = {
  counted: (target, _, times) => [browserScript(visitStep(target, '/hello', times), { loops: 1 })],
  endless: (target) => [browserScript(visitStep(target, '/slow/20', 10))],
  timed: (target) => [browserScript(visitStep(target, `/slow/300/${env('THREAD_ID')}`, 10))],
  tour: ({ target, named, greeting, places }) => ({
    uploads: [
      { name: 'environment', content: 'COLOUR=blue\n' },
      { name: 'words.csv', content: 'word\none\ntwo\ndrei\n' },
      browserScript(
        `TestData.fromCSV('/data/flood/files/words.csv')
        step.once('told', async (browser: Browser) => {
          for (let i = 0; i < 10_000; i++) console.log('x'.repeat(500))
          for (let i = 0; i < 1_000; i++) process.stdout.write('y'.repeat(4096))
          fs.writeFileSync(${results} + '/made.txt', 'made')
          const seen = ${results} + '/seen.txt'
          fs.writeFileSync(seen, JSON.stringify(process.env))
          for (const place of ${JSON.stringify(places)}) {
            try { fs.appendFileSync(seen, fs.readFileSync(place)) } catch (error) {}
          }
          await browser.visit(\`${target.origin}/told/${told}\`)
        })
        step.once('named', async (browser: Browser) => { await browser.visit('${named.origin}/named') })
        step('word', async (browser: Browser, data: any) => {
          words += 1
          await browser.visit(\`${target.origin}/word/\${data.word}\`)
        })
        step.if(() => words === 3, 'fail', async (browser: Browser) => {
          await browser.visit('${target.origin}/fail')
          throw new Error('It should not have failed')
        })`,
        { loops: 3, before: `import * as fs from 'fs'\nlet words = 0` },
      ),
    ],
    overrideParameters: `-Dgreeting=${greeting}`,
  }),
  broken: () => ({
    uploads: [browserScript(`throw new Error('no stage was given')`)],
    message: /no stage was given.*script\.ts:\d+/s,
  }),
};

const manyRequests = 8;
const memoryBytes = 2 ** 31;
const durationS = 6;

examineTool('service-chrome in bubblewrap', {
  create: createServiceChrome,
  sandbox: testSandbox,
  skip: needs('chromium', 'bubblewrap'),
  manyRequests,
  isBrowser: true,
  memoryBytes,
  durationS,
  scripts,
});
examineTool('service-chrome as a plain process', {
  create: createServiceChrome,
  sandbox: async () => createPlain('for this test', undefined),
  isVariant: true,
  skip: needs('chromium'),
  manyRequests,
  isBrowser: true,
  memoryBytes,
  scripts,
});
