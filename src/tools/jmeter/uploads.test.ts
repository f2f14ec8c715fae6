import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { enginesOfSuite } from '../../../test/support/engines.ts';
import { needs } from '../../../test/support/needs.ts';
import {
  makeExecution,
  once,
  processesOf,
  runToEnd,
  startTarget,
  testContext,
} from '../execution.fixture.ts';
import { makeJar } from '../jvm/jar.fixture.ts';
import { createJmeter } from './jmeter.ts';
import {
  csvData,
  fragment,
  groovy,
  httpRequest,
  include,
  plan,
  threadGroup,
  variables,
} from './plan.fixture.ts';
import { oneUser } from './scripts.fixture.ts';

const tool = createJmeter();

const properties = {
  path: '/${__P(base)}/${__P(both)}/${__property(user)}/${__P(env)}/${__P(given)}/${__P(none,gone)}',
  seen: '/j/u/uu/e/o/gone',
  uploads: [
    { name: 'jmeter.properties', content: 'base=j\nboth=j\nuser.properties=user.properties\n' },
    { name: 'user.properties', content: 'both:u\nuser \\\n u\\u0075\nenv=u\ngiven=u\nnone=u\n' },
  ],
  environment: 'env=e\n',
  overrideParameters: '-Jgiven=o -Jnone=',
};

/** One plan that uses every kind of upload for Apache JMeter. */
const runWithAll = once(async () => {
  await using target = await startTarget();
  const environment = `# a comment\n\nTOKEN=a=b "c" $HOME\nbad.name=1\nLD_PRELOAD=/data/flood/files/evil.so\n${properties.environment}`;
  const greeter =
    'package helpers; public class Greeter { public static String greet() { return "from-jar"; } }';
  const script = groovy(
    `def seen = [System.getenv('TOKEN'), props.get('TOKEN'), props.get('"TOKEN"'), System.getenv('FLOOD_FILES_PATH'), System.getenv('FLOOD_GRID_SQEUENCE_ID'), System.getProperty('ofMachine'), System.getProperty('ofBoth')]
     vars.put('seen', java.net.URLEncoder.encode(seen.join('|'), 'UTF-8'))
     vars.put('word', helpers.Greeter.greet())
     vars.put('again', Class.forName('helpers.Greeter').getSimpleName())
     Thread.start { sleep(3_600_000) }`,
  );
  await using execution = await makeExecution(
    tool,
    [
      ...oneUser(
        script,
        httpRequest(target.url, '/${seen}'),
        httpRequest(target.url, properties.path),
        httpRequest(target.url, '/${word}/${again}'),
        httpRequest(target.url, '/${__P(threads,none)}/${__P(rampup, none)}/${__P(duration,none)}'),
      ),
      ...properties.uploads,
      { name: 'environment', content: environment },
      { name: 'helpers.jar', content: await makeJar([{ name: 'Greeter.java', content: greeter }]) },
    ],
    { overrideParameters: `-DofBoth=run ${properties.overrideParameters}` },
  );
  const javaOptions = [...(execution.javaOptions ?? []), '-DofMachine=machine', '-DofBoth=machine'];
  const { conclusion } = await runToEnd(tool, { ...execution, javaOptions });
  const [environmentPath, propertiesPath, jarPath, numbersPath] = target.requests.map(({ path }) => path);
  return {
    conclusion,
    processes: await processesOf(execution),
    ...{ environmentPath, propertiesPath, jarPath, numbersPath },
  };
});

describe('what is uploaded with a plan, under a service that hides its files', {
  concurrency: 2,
  skip: needs('java', 'maven'),
}, () => {
  let umask: number;
  before(async () => {
    await tool.provision(testContext(), () => {});
    umask = process.umask(0o077);
  });
  after(() => process.umask(umask));

  it('the environment file sets variables and properties of the script, options of the machine those of the JVM', async () => {
    const { environmentPath } = await runWithAll();
    const value = 'a=b "c" $HOME';
    assert.equal(
      decodeURIComponent(environmentPath?.replaceAll('+', ' ') ?? ''),
      `/${value}|${value}|${value}|/data/flood/files|3|machine|run`,
    );
  });

  it('properties files are read (apache)', async () => {
    const { propertiesPath } = await runWithAll();
    assert.equal(propertiesPath, properties.seen);
  });

  it('properties files are read (spate)', async () => {
    await using target = await startTarget();
    await using execution = await makeExecution(
      tool,
      [
        ...oneUser(httpRequest(target.url, properties.path)),
        ...properties.uploads,
        { name: 'environment', content: properties.environment },
      ],
      { engine: 'spate', overrideParameters: properties.overrideParameters },
    );
    const { conclusion } = await runToEnd(tool, execution);
    assert.equal(conclusion.exitCode, 0);
    assert.deepEqual(
      target.requests.map((request) => request.path),
      [properties.seen],
    );
  });

  it('.jar files are on the class path', async () => {
    const { jarPath } = await runWithAll();
    assert.equal(jarPath, '/from-jar/Greeter');
  });

  it('threads, rampup and duration are passed only if set', async () => {
    const { numbersPath } = await runWithAll();
    assert.equal(numbersPath, '/none/none/none');
  });

  it('a thread that the plan does not end does not block its end', async () => {
    const { conclusion, processes } = await runWithAll();
    assert.deepEqual(conclusion, { exitCode: 0, signal: null, errors: [], samplesProduced: 5 });
    assert.deepEqual(processes, []);
  });

  for (const engine of enginesOfSuite) {
    it(`data files and fragments are found by paths of another machine, and the first complete plan is run and archived unchanged (${engine})`, async () => {
      await using target = await startTarget();
      const uploads = [
        {
          name: 'part.jmx',
          content: fragment(csvData('D:\\data\\parts.csv', 'part'), httpRequest(target.url, '/${part}')),
        },
        {
          name: 'main.jmx',
          content: plan(
            variables({ dir: 'C:\\tmp\\x' }),
            threadGroup(
              { users: 1, loops: 1 },
              csvData('words.csv', 'word'),
              csvData('C:\\Users\\me\\Würfel &amp; Co\\dice.csv', 'die'),
              csvData('${dir}/made.csv', 'made'),
              csvData('${__P(home)}/others.csv', 'other'),
              httpRequest(target.url, '/${word}/${die}/${made}/${other}'),
              ...['part.jmx', 'C:\\plans\\part.jmx', './sub/part.jmx'].map(include),
            ),
          ),
        },
        { name: 'other.jmx', content: plan(threadGroup({ users: 1, loops: 1 })) },
      ];
      const data = ['parts', 'words', 'dice', 'made', 'others'].map((name) => ({
        name: `${name}.csv`,
        content: `${name}\n`.repeat(3),
      }));
      const spec = { engine, overrideParameters: '-Jhome=/home/me' };
      await using execution = await makeExecution(tool, [...uploads, ...data], spec);
      const { samples, conclusion } = await runToEnd(tool, execution);
      assert.deepEqual(conclusion.errors, []);
      assert.deepEqual(
        target.requests.map((request) => request.path),
        ['/words/dice/made/others', '/parts', '/parts', '/parts'],
      );
      assert.equal(samples.length, 4);
      for (const { name, content } of uploads) {
        assert.equal(await readFile(join(execution.folders.files, name), 'utf8'), content);
      }
    });
  }
});
