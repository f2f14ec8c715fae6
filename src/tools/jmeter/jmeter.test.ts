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
import type { Sample } from '../../metrics/sample.ts';
import {
  makeExecution,
  processesOf,
  readToEnd,
  startTarget,
  type TestExecution,
  testContext,
  type Upload,
} from '../execution.fixture.ts';
import { findProgram } from '../find-program.ts';
import { JavaFinder } from '../jvm/java.ts';
import { createPlain } from '../sandbox/plain.ts';
import type { ToolConclusion } from '../tool.ts';
import { jmeterFiles } from './folders.ts';
import { createJmeter } from './jmeter.ts';
import { csvData, groovy, httpRequest, plan, threadGroup } from './plan.fixture.ts';

const skip = needs('java', 'maven');
const tool = createJmeter();

interface Ended {
  samples: Sample[];
  conclusion: ToolConclusion;
  log: string;
}

/** Runs an execution from launch to conclusion. */
async function run(execution: TestExecution): Promise<Ended> {
  await tool.launch(execution);
  await tool.release(execution, Date.now());
  const samples = await readToEnd(tool, execution);
  const conclusion = await tool.conclude(execution);
  const log = await readFile(join(execution.folders.results, 'jmeter.log'), 'utf8');
  return { samples, conclusion, log };
}

const execution = (content: string, more: Upload[] = [], spec: Partial<ExecutionSpec> = {}) =>
  makeExecution(tool, [...more, { name: 'plan.jmx', content }], spec);

const once = (...children: string[]) => plan(threadGroup({ users: 1, loops: 1 }, ...children));

describe('jmeter', { concurrency: 2, skip }, () => {
  before(() => tool.provision(testContext(), () => {}));

  it('counts samples, transactions and failed assertions as JMeter counts them', async () => {
    await using target = await startTarget();
    const assertion = `<ResponseAssertion guiclass="AssertionGui" testclass="ResponseAssertion" testname="Says more" enabled="true">
      <collectionProp name="Asserion.test_strings"><stringProp name="1">good, "bye"&#10;and more</stringProp></collectionProp>
      <stringProp name="Assertion.test_field">Assertion.response_data</stringProp>
      <intProp name="Assertion.test_type">16</intProp></ResponseAssertion><hashTree/>`;
    const transaction = `<TransactionController guiclass="TransactionControllerGui" testclass="TransactionController" testname="All, &quot;of&quot; it" enabled="true">
      <boolProp name="TransactionController.parent">false</boolProp></TransactionController>
      <hashTree>${httpRequest(target.url, '/a')}${httpRequest(target.url, '/fail')}</hashTree>`;
    await using run1 = await execution(once(transaction, httpRequest(target.url, '/b', 'Grüße', assertion)));
    const { samples, conclusion } = await run(run1);
    assert.deepEqual(
      samples.map(({ label, isPassed, code }) => [label, isPassed, code]),
      [
        ['/a', true, '200'],
        ['/fail', false, '500'],
        ['All, "of" it', false, ''],
        ['Grüße', false, '200'],
      ],
    );
    assert.equal(samples[1]?.message, 'Internal Server Error');
    assert.match(samples[3]?.message ?? '', /good, "bye"\nand more/);
    assert.ok((samples[0]?.bytesIn ?? 0) > 5 && (samples[0]?.bytesOut ?? 0) > 10);
    assert.equal(conclusion.samplesProduced, 4);
    assert.deepEqual(conclusion.errors, []);
  });

  it('keeps its own result file whatever the user overrides, and passes the rest on', async () => {
    await using target = await startTarget();
    const overrides = [
      '-Jjmeter.save.saveservice.output_format=xml, -Jjmeter.save.saveservice.print_field_names=false',
      '-Jjmeter.save.saveservice.default_delimiter=;, -Jjmeter.save.saveservice.timestamp_format=HH:mm:ss',
      '-Jsampleresult.timestamp.start=false -Jjmeter.save.saveservice.autoflush=false, -Jsample_variables=word',
      '-Jsaveservice_properties=nowhere.properties, -Djmeter.home=/nowhere, -Jthreads=2, -Jword=a,b c=d',
    ];
    const spec = { threads: 5, overrideParameters: overrides.join(', ') };
    const content = plan(
      threadGroup({ users: '${__P(threads)}', loops: 3 }, httpRequest(target.url, '/${__P(word)}')),
    );
    await using run1 = await execution(content, [], spec);
    const before = Date.now();
    const { samples, conclusion } = await run(run1);
    assert.deepEqual(conclusion.errors, []);
    assert.equal(samples.length, 6, 'override_parameters win over threads');
    assert.equal(target.requests.length, 6);
    assert.ok(samples.every((sample) => sample.startedAtMs >= before && sample.isPassed));
    assert.equal(decodeURIComponent(target.requests[0]?.path ?? ''), '/a,b c=d');
  });

  it('passes threads, rampup and duration only when they are given', async () => {
    await using target = await startTarget();
    const path = '/${__P(threads,none)}/${__P(rampup, none)}/${__P(duration,none)}';
    await using given = await execution(once(httpRequest(target.url, path)), [], {
      threads: 3,
      rampupS: 0,
      durationS: 60,
    });
    await using absent = await execution(once(httpRequest(target.url, path)));
    await run(given);
    await run(absent);
    assert.deepEqual(
      target.requests.map((request) => request.path),
      ['/3/0/60', '/none/none/none'],
    );
  });

  it('gives the environment file to the script as variables and as properties, and the options of the machine to the JVM', async () => {
    await using target = await startTarget();
    const environment =
      '# a comment\n\nTOKEN=a=b "c" $HOME\nbad.name=1\nLD_PRELOAD=/data/flood/files/evil.so\n';
    const script = groovy(
      `def seen = [System.getenv('TOKEN'), props.get('TOKEN'), props.get('"TOKEN"'), System.getenv('FLOOD_FILES_PATH'), System.getenv('FLOOD_GRID_SQEUENCE_ID'), System.getProperty('ofMachine'), System.getProperty('ofBoth')]
       vars.put('seen', java.net.URLEncoder.encode(seen.join('|'), 'UTF-8'))`,
    );
    await using run1 = await execution(
      once(script, httpRequest(target.url, '/${seen}')),
      [{ name: 'environment', content: environment }],
      { overrideParameters: '-DofBoth=run' },
    );
    const javaOptions = [...(run1.javaOptions ?? []), '-DofMachine=machine', '-DofBoth=machine'];
    const { conclusion } = await run({ ...run1, javaOptions });
    assert.equal(conclusion.exitCode, 0);
    const value = 'a=b "c" $HOME';
    const seen = target.requests.map((request) => decodeURIComponent(request.path.replaceAll('+', ' ')));
    assert.deepEqual(seen, [`/${value}|${value}|${value}|/data/flood/files|3|machine|run`]);
  });

  for (const engine of ['apache', 'spate'] as const) {
    it(`reads uploaded files of properties (${engine})`, async () => {
      await using target = await startTarget();
      const path =
        '/${__P(base)}/${__P(both)}/${__property(user)}/${__P(env)}/${__P(given)}/${__P(none,gone)}';
      await using run1 = await execution(
        once(httpRequest(target.url, path)),
        [
          { name: 'jmeter.properties', content: 'base=j\nboth=j\nuser.properties=user.properties\n' },
          { name: 'user.properties', content: 'both:u\nuser \\\n u\\u0075\nenv=u\ngiven=u\nnone=u\n' },
          { name: 'environment', content: 'env=e\n' },
        ],
        { engine, overrideParameters: '-Jgiven=o -Jnone=' },
      );
      const { conclusion } = await run(run1);
      assert.equal(conclusion.exitCode, 0);
      assert.deepEqual(
        target.requests.map((request) => request.path),
        ['/j/u/uu/e/o/gone'],
      );
    });
  }

  for (const engine of ['apache', 'spate'] as const) {
    it(`ends before its first sample where a backend has no address (${engine})`, async () => {
      await using target = await startTarget();
      const argument = (name: string, value: string) =>
        `<elementProp name="${name}" elementType="Argument"><stringProp name="Argument.name">${name}</stringProp><stringProp name="Argument.value">${value}</stringProp></elementProp>`;
      const home = 'org.apache.jmeter.visualizers.backend.influxdb';
      const backend = `<BackendListener guiclass="BackendListenerGui" testclass="BackendListener" testname="Grafana" enabled="true"><elementProp name="arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">${argument('influxdbMetricsSender', `${home}.HttpMetricsSender`)}${argument('influxdbUrl', 'not a url')}${argument('samplersRegex', '.*')}</collectionProp></elementProp><stringProp name="classname">${home}.InfluxdbBackendListenerClient</stringProp></BackendListener><hashTree/>`;
      await using run1 = await execution(once(backend, httpRequest(target.url, '/a')), [], { engine });
      const errors = await run(run1).then(
        ({ conclusion }) => conclusion.errors,
        (error: Error) => [error.message],
      );
      assert.match(
        errors.join(),
        engine === 'spate' ? /Grafana cannot start: influxdbUrl is no address/ : /without a single sample/,
      );
      assert.equal(target.requests.length, 0);
    });
  }

  it('sends host names to the addresses of override_hosts', async () => {
    await using target = await startTarget();
    const shop = new URL(target.url);
    shop.hostname = 'shop.example.com';
    await using run1 = await execution(once(httpRequest(shop, '/basket')), [], {
      overrideHosts: 'shop.example.com/127.0.0.1, api.example.com/127.0.0.1',
    });
    const { samples } = await run(run1);
    assert.equal(samples[0]?.isPassed, true);
    assert.deepEqual(
      target.requests.map((request) => request.path),
      ['/basket'],
    );
  });

  it('refuses override_hosts where it cannot make a hosts file, rather than load the real host', async () => {
    await using target = await startTarget();
    await using run1 = await makeExecution(
      tool,
      [{ name: 'plan.jmx', content: once(httpRequest(target.url, '/')) }],
      { overrideHosts: 'shop.example.com/127.0.0.1' },
      createPlain('there is no bubblewrap.', undefined),
    );
    await assert.rejects(
      tool.launch(run1),
      (error) => error instanceof AppError && error.code === 'tool_unavailable',
    );
  });

  it('finds data files that the plan names by a path of another machine, and archives the plan as it came', async () => {
    await using target = await startTarget();
    const content = plan(
      threadGroup(
        { users: 1, loops: -1 },
        csvData('C:\\Users\\me\\Würfel &amp; Co\\words.csv', 'word'),
        httpRequest(target.url, '/${word}'),
      ),
    );
    await using run1 = await execution(content, [{ name: 'words.csv', content: 'one\ntwo\n' }]);
    const { samples, conclusion } = await run(run1);
    assert.deepEqual(conclusion.errors, []);
    assert.equal(samples.length, 2);
    assert.deepEqual(
      target.requests.map((request) => request.path),
      ['/one', '/two'],
    );
    assert.equal(await readFile(join(run1.folders.files, 'plan.jmx'), 'utf8'), content);
  });

  for (const engine of ['apache', 'spate'] as const) {
    it(`finds them by names made of constants, too (${engine})`, async () => {
      await using target = await startTarget();
      const variables = `<Arguments guiclass="ArgumentsPanel" testclass="Arguments" testname="V" enabled="true"><collectionProp name="Arguments.arguments"><elementProp name="dir" elementType="Argument"><stringProp name="Argument.name">dir</stringProp><stringProp name="Argument.value">C:\\tmp\\x</stringProp></elementProp></collectionProp></Arguments><hashTree/>`;
      const content = plan(
        variables,
        threadGroup(
          { users: 1, loops: 1 },
          csvData('${dir}/words.csv', 'word'),
          csvData('${__P(home)}/others.csv', 'other'),
          httpRequest(target.url, '/${word}/${other}'),
        ),
      );
      await using run1 = await execution(
        content,
        ['words', 'others'].map((name) => ({ name: `${name}.csv`, content: `${name}\n` })),
        { engine, overrideParameters: '-Jhome=/home/me' },
      );
      const { conclusion } = await run(run1);
      assert.deepEqual(conclusion.errors, []);
      assert.deepEqual(
        target.requests.map((request) => request.path),
        ['/words/others'],
      );
      assert.equal(await readFile(join(run1.folders.files, 'plan.jmx'), 'utf8'), content);
    });
  }

  it('takes the first whole plan among several, and includes fragments from the folder', async () => {
    await using target = await startTarget();
    const fragment = plan(
      `<TestFragmentController guiclass="TestFragmentControllerGui" testclass="TestFragmentController" testname="Part" enabled="true"/><hashTree>${httpRequest(target.url, '/from-fragment')}</hashTree>`,
    );
    const include = `<IncludeController guiclass="IncludeControllerGui" testclass="IncludeController" testname="Include" enabled="true"><stringProp name="IncludeController.includepath">a-part.jmx</stringProp></IncludeController><hashTree/>`;
    await using run1 = await makeExecution(tool, [
      { name: 'a-part.jmx', content: fragment },
      { name: 'main.jmx', content: once(include) },
      { name: 'other.jmx', content: once(httpRequest(target.url, '/other')) },
    ]);
    const { conclusion } = await run(run1);
    assert.deepEqual(conclusion.errors, []);
    assert.deepEqual(
      target.requests.map((request) => request.path),
      ['/from-fragment'],
    );
  });

  it('includes fragments that the plan names by a path of another machine, on our own engine too', async () => {
    await using target = await startTarget();
    const fragment = plan(
      `<TestFragmentController guiclass="TestFragmentControllerGui" testclass="TestFragmentController" testname="Part" enabled="true"/><hashTree>${httpRequest(target.url, '/part')}</hashTree>`,
    );
    const include = (path: string) =>
      `<IncludeController guiclass="IncludeControllerGui" testclass="IncludeController" testname="Include" enabled="true"><stringProp name="IncludeController.includepath">${path}</stringProp></IncludeController><hashTree/>`;
    await using run1 = await execution(
      once(include('C:\\plans\\part.jmx'), include('./sub/part.jmx')),
      [{ name: 'part.jmx', content: fragment }],
      { engine: 'spate' },
    );
    const { conclusion } = await run(run1);
    assert.deepEqual(conclusion.errors, []);
    assert.deepEqual(
      target.requests.map((request) => request.path),
      ['/part', '/part'],
    );
  });

  it('finds what an included fragment names by a path of another machine, and archives it as it came', async () => {
    await using target = await startTarget();
    const fragment = plan(
      `<TestFragmentController guiclass="TestFragmentControllerGui" testclass="TestFragmentController" testname="Part" enabled="true"/><hashTree>${csvData('D:\\data\\words.csv', 'word')}${httpRequest(target.url, '/${word}')}</hashTree>`,
    );
    const include = `<IncludeController guiclass="IncludeControllerGui" testclass="IncludeController" testname="Include" enabled="true"><stringProp name="IncludeController.includepath">C:\\plans\\part.jmx</stringProp></IncludeController><hashTree/>`;
    const more = [
      { name: 'part.jmx', content: fragment },
      { name: 'words.csv', content: 'one\n' },
    ];
    for (const engine of ['spate', 'apache'] as const) {
      await using run1 = await execution(once(include), more, { engine });
      const { conclusion } = await run(run1);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(await readFile(join(run1.folders.files, 'part.jmx'), 'utf8'), fragment);
      assert.equal(await readFile(join(run1.folders.files, 'plan.jmx'), 'utf8'), once(include));
    }
    assert.deepEqual(
      target.requests.map((request) => request.path),
      ['/one', '/one'],
    );
  });

  it('says which groups had nothing to do when there is no sample', async () => {
    await using target = await startTarget();
    const empty = plan(threadGroup({ users: 0, loops: 1 }, httpRequest(target.url, '/')));
    await using run1 = await execution(empty, [], { engine: 'spate' });
    const { conclusion } = await run(run1);
    assert.match(
      conclusion.errors.join(),
      /^The plan ended without a single sample\. Thread group ".*" has no users/,
    );
  });

  it('writes what listeners of the plan write into the files folder', async () => {
    await using target = await startTarget();
    const listener = `<ResultCollector guiclass="SimpleDataWriter" testclass="ResultCollector" testname="Writer" enabled="true"><stringProp name="filename">floodLog.csv</stringProp></ResultCollector><hashTree/>`;
    await using run1 = await execution(once(httpRequest(target.url, '/x'), listener));
    await run(run1);
    const written = await readFile(join(run1.folders.files, 'floodLog.csv'), 'utf8');
    assert.match(written, /^timeStamp,.*\n\d+,\d+,\/x,200/);
    const kept = await tool.archiveFiles(run1);
    assert.deepEqual(
      kept.map((file) => file.name),
      ['results.jtl'],
    );
    assert.equal((await readFile(kept[0]?.path ?? '', 'utf8')).trim().split('\n').length, 2);
    assert.deepEqual((await readdir(run1.folders.results)).sort(), ['jmeter.log', 'stdout.log']);
  });

  it('puts uploaded .jar files on the class path', async () => {
    await using target = await startTarget();
    const jar = await makeJar(
      'Greeter',
      'package helpers; public class Greeter { public static String greet() { return "from-jar"; } }',
    );
    const script = groovy(
      `vars.put('word', helpers.Greeter.greet()); vars.put('again', Class.forName('helpers.Greeter').getSimpleName())`,
    );
    await using run1 = await execution(once(script, httpRequest(target.url, '/${word}/${again}')), [
      { name: 'helpers.jar', content: jar },
    ]);
    await run(run1);
    assert.deepEqual(
      target.requests.map((request) => request.path),
      ['/from-jar/Greeter'],
    );
  });

  it('says which data file is missing when that shows only during the run', async () => {
    await using target = await startTarget();
    await using run1 = await execution(
      plan(
        threadGroup(
          { users: 1, loops: -1 },
          csvData('${__P(folder,nowhere)}/users.csv', 'user'),
          httpRequest(target.url, '/'),
        ),
      ),
    );
    const { conclusion } = await run(run1);
    assert.deepEqual(conclusion.errors, [
      'The data file users.csv is missing or cannot be read. Upload it with the plan.',
    ]);
  });

  it('names the class of a plugin that is not there', async () => {
    await using run1 = await execution(
      plan('<com.example.Sampler guiclass="x"/><hashTree/>', threadGroup({ users: 1, loops: 1 })),
    );
    await assert.rejects(
      tool.launch(run1),
      /The plan uses com\.example\.Sampler, which this JMeter does not have/,
    );
  });

  it('says that it ran out of memory', async () => {
    await using run1 = await execution(
      once(groovy(`def kept = []; while (true) { kept << new byte[10_000_000] }`)),
    );
    const { conclusion } = await run(run1);
    assert.match(conclusion.errors.join(' '), /^JMeter ran out of memory \(its heap has \d+ MB\)/);
  });

  it('ends with a readable error when the results can no longer be written', async () => {
    await using target = await startTarget();
    // A file size limit fails the same writes as a full disk, without filling one.
    const sandbox = createPlain('for this test', await findProgram('prlimit'), ['--fsize=20000']);
    const content = plan(threadGroup({ users: 1, loops: -1 }, httpRequest(target.url, '/slow/5')));
    await using run1 = await makeExecution(tool, [{ name: 'plan.jmx', content }], {}, sandbox);
    await tool.launch(run1);
    await tool.release(run1, Date.now());
    const samples = await readToEnd(tool, run1);
    const conclusion = await tool.conclude(run1);
    assert.equal(conclusion.exitCode, 74);
    assert.deepEqual(conclusion.errors, ["JMeter's result file could not be written, so the run was ended."]);
    assert.equal(conclusion.samplesProduced, samples.length);
    assert.ok(samples.length > 50);
  });

  it('ends with a readable error when the result file is removed', async () => {
    await using target = await startTarget();
    await using run1 = await execution(
      plan(threadGroup({ users: 1, loops: -1 }, httpRequest(target.url, '/slow/5'))),
    );
    await tool.launch(run1);
    await tool.release(run1, Date.now());
    await until('some requests', () => target.requests.length > 20);
    await rm(jmeterFiles(run1.folders).results);
    await until('the end', async () => !(await tool.isRunning(run1)));
    const conclusion = await tool.conclude(run1);
    assert.equal(conclusion.exitCode, 74);
    assert.deepEqual(conclusion.errors, ["JMeter's result file could not be written, so the run was ended."]);
  });

  it('breaks off requests that are never answered, and reports them instead of counting them', async () => {
    await using target = await startTarget();
    await using run1 = await execution(
      plan(
        threadGroup(
          { users: 2, loops: -1 },
          `<TransactionController guiclass="TransactionControllerGui" testclass="TransactionController" testname="both" enabled="true"><boolProp name="TransactionController.parent">false</boolProp></TransactionController>
          <hashTree>${httpRequest(target.url, '/first', 'first')}${httpRequest(target.url, '/slow/600000')}</hashTree>`,
        ),
      ),
      [],
      { stopGraceS: 2 },
    );
    await tool.launch(run1);
    await tool.release(run1, Date.now());
    await until('both requests hang', () => target.requests.length === 4);
    await tool.stop(run1, 'graceful');
    const samples = await readToEnd(tool, run1);
    const conclusion = await tool.conclude(run1);
    assert.deepEqual(
      samples.map((sample) => [sample.label, sample.isPassed]),
      [
        ['first', true],
        ['first', true],
      ],
    );
    assert.equal(conclusion.samplesProduced, 2);
    assert.deepEqual(conclusion.errors, []);
    assert.match(
      conclusion.warnings?.join() ?? '',
      /^2 requests in flight, oldest \d+ m?s, when the run was stopped/,
    );
  });

  it('ends although the plan leaves a thread behind', async () => {
    await using run1 = await execution(once(groovy(`Thread.start { sleep(3_600_000) }; 'ok'`)));
    const { conclusion } = await run(run1);
    assert.equal(conclusion.exitCode, 0);
    assert.equal(conclusion.samplesProduced, 1);
    assert.deepEqual(await processesOf(run1), []);
  });

  it('follows no link that a script put in place of its results or its log', async () => {
    const script = groovy(
      `['/opt/spate/tool/results.jtl', '/data/flood/results/jmeter.log'].each { def path = java.nio.file.Path.of(it); java.nio.file.Files.delete(path); java.nio.file.Files.createSymbolicLink(path, java.nio.file.Path.of('/etc/passwd')) }; 'ok'`,
    );
    await using run1 = await execution(once(script));
    await tool.launch(run1);
    await tool.release(run1, Date.now());
    const samples = await readToEnd(tool, run1);
    // A reader that had opened the true file before it was taken away may still have seen its one sample.
    assert.ok(samples.length <= 1 && samples.every((sample) => sample.label === 'Groovy'));
    assert.deepEqual((await tool.read(run1, undefined)).samples, []);
    assert.deepEqual(await tool.logTail(run1, 10), []);
    assert.deepEqual(await tool.archiveFiles(run1), []);
  });
});

describe('jmeter under a service that hides its files', { skip }, () => {
  it('can still read what it needs', async () => {
    await using target = await startTarget();
    const umask = process.umask(0o077);
    try {
      await using run1 = await execution(
        once(csvData('words.csv', 'word'), httpRequest(target.url, '/${word}')),
        [{ name: 'words.csv', content: 'one\n' }],
      );
      const { conclusion } = await run(run1);
      assert.deepEqual(conclusion.errors, []);
      assert.deepEqual(
        target.requests.map((request) => request.path),
        ['/one'],
      );
    } finally {
      process.umask(umask);
    }
  });
});

async function makeJar(name: string, source: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-jar-'));
  const java = await new JavaFinder().find();
  try {
    await writeFile(join(folder, `${name}.java`), source);
    const compiled = await runChild(join(java?.home ?? '', 'bin/javac'), [
      '-d',
      join(folder, 'out'),
      join(folder, `${name}.java`),
    ]);
    assert.equal(compiled.code, 0, compiled.lines.join('\n'));
    const packed = await runChild(join(java?.home ?? '', 'bin/jar'), [
      'cf',
      join(folder, 'made.jar'),
      '-C',
      join(folder, 'out'),
      '.',
    ]);
    assert.equal(packed.code, 0, packed.lines.join('\n'));
    return await readFile(join(folder, 'made.jar'));
  } finally {
    await rm(folder, { recursive: true });
  }
}
