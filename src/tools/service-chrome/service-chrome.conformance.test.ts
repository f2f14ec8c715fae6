import { needs } from '../../../test/support/needs.ts';
import { testSandbox } from '../execution.fixture.ts';
import { createPlain } from '../sandbox/plain.ts';
import { examineTool, type Scripts } from '../tool.conformance.ts';
import { browserScript, visitStep } from './script.fixture.ts';
import { createServiceChrome } from './service-chrome.ts';

const env = (name: string) => `\${process.env.${name}}`;
const told = ['node_index', 'grid_index', 'node_count', 'threads', 'greeting', 'COLOUR'].map(env).join('/');
const results = 'process.env.FLOOD_RESULTS_PATH';
const fs = "import * as fs from 'fs'";

const once = (body: string, before = '') => browserScript(body, { loops: 1, before });

const scripts: Scripts = {
  counted: (target, _, times) => [browserScript(visitStep(target, '/hello', times), { loops: 1 })],
  endless: (target) => [browserScript(visitStep(target, '/slow/20', 10))],
  timed: (target) => [browserScript(visitStep(target, `/slow/20/${env('THREAD_ID')}`, 10))],
  told: (target, greeting) => ({
    uploads: [{ name: 'environment', content: 'COLOUR=blue\n' }, once(visitStep(target, `/told/${told}`))],
    overrideParameters: `-Dgreeting=${greeting}`,
  }),
  withFiles: (target) => [
    { name: 'words.csv', content: 'word\none\ntwo\ndrei\n' },
    browserScript(
      `fs.writeFileSync(${results} + '/made.txt', 'made')
       TestData.fromCSV('/data/flood/files/words.csv')\n${visitStep(target, '/word/${data.word}')}`,
      { loops: 3, before: fs },
    ),
  ],
  failing: (target) => [
    once(`step('fail', async (browser: Browser) => {
      await browser.visit('${target.origin}/fail')
      throw new Error('It should not have failed')
    })`),
  ],
  chatty: (target) => [
    once(`step('hello', async (browser: Browser) => {
      for (let i = 0; i < 100_000; i++) console.log('x'.repeat(50))
      for (let i = 0; i < 1_000; i++) process.stdout.write('y'.repeat(4096))
      await browser.visit('${target.origin}/hello')
    })`),
  ],
  nosy: (target, places) => [
    once(
      `step('look', async (browser: Browser) => {
        const seen = ${results} + '/seen.txt'
        fs.writeFileSync(seen, JSON.stringify(process.env))
        for (const place of ${JSON.stringify(places)}) {
          try { fs.appendFileSync(seen, fs.readFileSync(place)) } catch (error) {}
        }
        await browser.visit('${target.origin}/hello')
      })`,
      fs,
    ),
  ],
  broken: () => [
    { name: 'script.ts', content: "import { step } from '@flood/element'\nexport default ( => {" },
  ],
};

const manyRequests = 8;
const memoryBytes = 2 ** 31;
const durationS = 12;

examineTool('service-chrome in bubblewrap', {
  create: createServiceChrome,
  sandbox: testSandbox,
  skip: needs('chromium', 'bubblewrap'),
  manyRequests,
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
  memoryBytes,
  scripts,
});
