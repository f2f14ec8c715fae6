import assert from 'node:assert/strict';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import { readJmx } from '../../jmx/read-jmx.ts';
import type { Listener } from '../core.ts';
import { textFunctions } from '../functions/functions.ts';
import { PlanRun } from '../scheduler/plan-run.ts';
import { VariableNames } from '../state/variables.ts';
import { element, group, http, plan, type TestElement, withXml } from '../testing/plan.ts';
import { lastResponseReaders } from './response-use.ts';

const answer = `${'x'.repeat(500)}token=abc;`;

/** The parts of a response that are kept while listeners receive it. */
async function keptOf(more: Omit<Listener, 'sampleOccurred'>, ...children: TestElement[]) {
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/plain').end(answer),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const xml = plan(group({}, http('page', { port }, ...children)));
  const [root] = readJmx('plan.jmx', Buffer.from(xml)).roots;
  let kept: { text: string; bytes: number } | undefined;
  const variables: Record<string, string> = {};
  const run = new PlanRun(root as PlanElement, {
    environment: {
      nowMs: () => performance.timeOrigin + performance.now(),
      cachedNowMs: () => performance.timeOrigin + performance.now(),
      random: Math.random,
      userAgent: '',
      properties: new Map(),
      functions: textFunctions,
      variableNames: new VariableNames(),
      filesFolder: '.',
      planName: 'plan.jmx',
      log: () => {},
    },
    recorder: {
      ...more,
      sampleOccurred: (result, user) => {
        if (result.label === 'page') {
          kept = { text: result.text, bytes: result.bodyBytes };
          Object.assign(variables, Object.fromEntries(user.variables));
        }
      },
    },
  });
  await run.run();
  server.close();
  return { ...kept, variables };
}

const extractor = element('RegexExtractor', 'token', {
  'RegexExtractor.useHeaders': false,
  'RegexExtractor.refname': 'token',
  'RegexExtractor.regex': 'token=(.+?);',
  'RegexExtractor.template': '$1$',
  'RegexExtractor.default': 'none',
  'RegexExtractor.match_number': 1,
});

describe('what is kept of an answer', () => {
  it('is only the size of a body that no element reads', async () => {
    const { text, bytes } = await keptOf({});
    assert.deepEqual({ text, bytes }, { text: '', bytes: answer.length });
  });

  it('is the text when an extractor looks at it', async () => {
    const { text, bytes, variables } = await keptOf({}, extractor);
    assert.deepEqual({ text, bytes }, { text: answer, bytes: answer.length });
    assert.equal(variables.token, 'abc');
  });

  it('is the text for a results file that saves bodies, and nothing for others', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'spate-answers-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const file = (name: string, settings: string) => {
      const saved = settings.split(' ').map((setting) => `<${setting}>true</${setting}>`);
      return withXml(
        element('ResultCollector', name, { filename: join(folder, name) }),
        `<objProp><name>saveConfig</name><value class="SampleSaveConfiguration">${saved.join('')}</value></objProp>`,
      );
    };
    assert.equal((await keptOf({}, file('a.csv', 'time label'))).text, '');
    assert.equal((await keptOf({}, file('b.xml', 'xml time responseDataOnError'))).text, answer);
    assert.equal((await keptOf({}, file('c.xml', 'xml time responseData'))).text, answer);
    assert.ok((await readFile(join(folder, 'c.xml'), 'utf8')).includes(answer));
  });

  it('is the whole body when an element may read all of it', async () => {
    assert.equal((await keptOf({ bodyUse: 'bytes' })).text, answer);
    const md5 = element('MD5HexAssertion', 'md5', { 'MD5HexAssertion.size': 'x' });
    assert.equal((await keptOf({}, md5)).text, answer);
  });
});

it('every function that looks at the last answer is known to do so', async () => {
  const folder = join(import.meta.dirname, '../functions');
  for await (const file of glob('*.ts', { cwd: folder })) {
    const content = await readFile(join(folder, file), 'utf8');
    if (content.includes('previousResult') && !/\.(?:test|differential)\.ts$/.test(file)) {
      const names = [...content.matchAll(/^export const (\w+): TextFunctionMaker/gm)].map(([, name]) => name);
      assert.ok(names.length > 0, file);
      for (const name of names) {
        assert.match(`\${__${name}(`, lastResponseReaders, `${file} has to be named in response-use.ts`);
      }
    }
  }
});
