import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { enginesOfSuite } from '../../../test/support/engines.ts';
import { needs } from '../../../test/support/needs.ts';
import { isFullSuite } from '../../../test/support/suite.ts';
import { until } from '../../../test/support/until.ts';
import { AppError } from '../../domain/errors.ts';
import type { ExecutionSpec } from '../../domain/execution.ts';
import {
  makeExecution,
  readToEnd,
  runToEnd,
  startTarget,
  testContext,
  type Upload,
} from '../execution.fixture.ts';
import { findProgram } from '../find-program.ts';
import { heldFiles } from '../held-files.ts';
import { createPlain } from '../sandbox/plain.ts';
import { jmeterFiles } from './folders.ts';
import { createJmeter } from './jmeter.ts';
import { csvData, groovy, httpRequest, plan, threadGroup } from './plan.fixture.ts';

const skip = needs('java', 'maven');
const tool = createJmeter();

const execution = (content: string, more: Upload[] = [], spec: Partial<ExecutionSpec> = {}) =>
  makeExecution(tool, [...more, { name: 'plan.jmx', content }], spec);

const onceThrough = (...children: string[]) => plan(threadGroup({ users: 1, loops: 1 }, ...children));

describe('jmeter', { concurrency: 2, skip }, () => {
  before(() => tool.provision(testContext(), () => {}));

  it('counts samples, transactions and failed assertions like JMeter, and writes files of listeners to the files folder', async () => {
    await using target = await startTarget();
    const assertion = `<ResponseAssertion guiclass="AssertionGui" testclass="ResponseAssertion" testname="Says more" enabled="true">
      <collectionProp name="Asserion.test_strings"><stringProp name="1">good, "bye"&#10;and more</stringProp></collectionProp>
      <stringProp name="Assertion.test_field">Assertion.response_data</stringProp>
      <intProp name="Assertion.test_type">16</intProp></ResponseAssertion><hashTree/>`;
    const transaction = `<TransactionController guiclass="TransactionControllerGui" testclass="TransactionController" testname="All, &quot;of&quot; it" enabled="true">
      <boolProp name="TransactionController.parent">false</boolProp></TransactionController>
      <hashTree>${httpRequest(target.url, '/a')}${httpRequest(target.url, '/fail')}</hashTree>`;
    const listener = `<ResultCollector guiclass="SimpleDataWriter" testclass="ResultCollector" testname="Writer" enabled="true"><stringProp name="filename">floodLog.csv</stringProp></ResultCollector><hashTree/>`;
    const last = httpRequest(target.url, '/b', 'Grüße', assertion);
    await using run1 = await execution(onceThrough(transaction, last, listener));
    const { samples, conclusion } = await runToEnd(tool, run1);
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
    const written = await readFile(join(run1.folders.files, 'floodLog.csv'), 'utf8');
    assert.match(written, /^timeStamp,.*\n\d+,\d+,\/a,200/);
    const kept = await tool.archiveFiles(run1);
    assert.deepEqual(
      kept.map((file) => file.name),
      ['results.jtl'],
    );
    // The message of the assertion has a line feed.
    const rows = (await readFile(kept[0]?.path ?? '', 'utf8')).trim().split('\n');
    assert.equal(rows.filter((row) => /^\d{13},/.test(row)).length, 4);
    assert.deepEqual((await readdir(run1.folders.results)).sort(), ['jmeter.log', 'stdout.log']);
  });

  if (isFullSuite()) {
    it('keeps its result file whatever the user overrides, and passes on other properties, rampup and duration', async () => {
      await using target = await startTarget();
      const overrides = [
        '-Jjmeter.save.saveservice.output_format=xml, -Jjmeter.save.saveservice.print_field_names=false',
        '-Jjmeter.save.saveservice.default_delimiter=;, -Jjmeter.save.saveservice.timestamp_format=HH:mm:ss',
        '-Jsampleresult.timestamp.start=false -Jjmeter.save.saveservice.autoflush=false, -Jsample_variables=word',
        '-Jsaveservice_properties=nowhere.properties, -Djmeter.home=/nowhere, -Jthreads=2, -Jword=a,b c=d',
      ];
      const spec = { threads: 5, rampupS: 0, durationS: 60, overrideParameters: overrides.join(', ') };
      const path = '/${__P(word)}/${__P(rampup,none)}/${__P(duration,none)}';
      const content = plan(
        threadGroup({ users: '${__P(threads)}', loops: 3 }, httpRequest(target.url, path)),
      );
      await using run1 = await execution(content, [], spec);
      const before = Date.now();
      const { samples, conclusion } = await runToEnd(tool, run1);
      assert.deepEqual(conclusion.errors, []);
      assert.equal(samples.length, 6, 'override_parameters win over threads');
      assert.equal(target.requests.length, 6);
      assert.ok(samples.every((sample) => sample.startedAtMs >= before && sample.isPassed));
      assert.equal(decodeURIComponent(target.requests[0]?.path ?? ''), '/a,b c=d/0/60');
    });
  }

  for (const engine of enginesOfSuite) {
    it(`ends before its first sample where a backend has no address (${engine})`, async () => {
      await using target = await startTarget();
      const argument = (name: string, value: string) =>
        `<elementProp name="${name}" elementType="Argument"><stringProp name="Argument.name">${name}</stringProp><stringProp name="Argument.value">${value}</stringProp></elementProp>`;
      const home = 'org.apache.jmeter.visualizers.backend.influxdb';
      const backend = `<BackendListener guiclass="BackendListenerGui" testclass="BackendListener" testname="Grafana" enabled="true"><elementProp name="arguments" elementType="Arguments"><collectionProp name="Arguments.arguments">${argument('influxdbMetricsSender', `${home}.HttpMetricsSender`)}${argument('influxdbUrl', 'not a url')}${argument('samplersRegex', '.*')}</collectionProp></elementProp><stringProp name="classname">${home}.InfluxdbBackendListenerClient</stringProp></BackendListener><hashTree/>`;
      await using run1 = await execution(onceThrough(backend, httpRequest(target.url, '/a')), [], { engine });
      const errors = await runToEnd(tool, run1).then(
        ({ conclusion }) => conclusion.errors,
        (error: Error) => [error.message],
      );
      assert.match(
        errors.join(),
        engine === 'spate' ? /Grafana cannot start: influxdbUrl is no address/ : /recorded no samples/,
      );
      assert.equal(target.requests.length, 0);
    });
  }

  it('rejects override_hosts without a sandbox, instead of sending load to the real host', async () => {
    await using target = await startTarget();
    await using run1 = await makeExecution(
      tool,
      [{ name: 'plan.jmx', content: onceThrough(httpRequest(target.url, '/')) }],
      { overrideHosts: 'shop.example.com/127.0.0.1' },
      createPlain('there is no bubblewrap.', undefined),
    );
    await assert.rejects(
      tool.launch(run1),
      (error) => error instanceof AppError && error.code === 'tool_unavailable',
    );
  });

  if (isFullSuite()) {
    it('reports thread groups without users when there are no samples', async () => {
      await using target = await startTarget();
      const empty = plan(threadGroup({ users: 0, loops: 1 }, httpRequest(target.url, '/')));
      await using run1 = await execution(empty, [], { engine: 'spate' });
      const { conclusion } = await runToEnd(tool, run1);
      assert.match(
        conclusion.errors.join(),
        /^The plan recorded no samples\. Thread group ".*" has no users/,
      );
    });
  }

  it('reports a data file that is found missing during the run', async () => {
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
    const { conclusion } = await runToEnd(tool, run1);
    assert.deepEqual(conclusion.errors, [
      'The data file users.csv is missing or cannot be read. Upload it with the plan.',
    ]);
  });

  it('that cannot write its files before the start is not said to have missed the start signal', async () => {
    await using run1 = await execution(onceThrough(groovy('vars.put("a", "b")')));
    const { ready } = heldFiles(run1.folders);
    const launched = assert.rejects(
      tool.launch(run1),
      /^AppError: JMeter could not write its files before the start\. Check the disk of the node\.$/,
    );
    await until('the folder of the tool exists', () => existsSync(dirname(ready)));
    // The same write fails as on a full disk: a folder has its name.
    await mkdir(`${ready}.new`);
    await launched;
  });

  if (isFullSuite()) {
    it('ends with a readable error when the results can no longer be written', async () => {
      await using target = await startTarget();
      // A file size limit fails the same writes as a full disk, without filling one.
      const sandbox = createPlain('for this test', await findProgram('prlimit'), ['--fsize=20000']);
      const content = plan(threadGroup({ users: 1, loops: -1 }, httpRequest(target.url, '/slow/5')));
      await using run1 = await makeExecution(tool, [{ name: 'plan.jmx', content }], {}, sandbox);
      const { samples, conclusion } = await runToEnd(tool, run1);
      assert.equal(conclusion.exitCode, 74);
      assert.deepEqual(conclusion.errors, [
        "JMeter's result file could not be written, and the run was ended.",
      ]);
      assert.equal(conclusion.samplesProduced, samples.length);
      assert.ok(samples.length > 50);
    });
  }

  it('aborts requests without a response, and reports them instead of counting them', async () => {
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

  if (isFullSuite()) {
    it('reports that it ran out of memory', async () => {
      await using run1 = await execution(
        onceThrough(groovy(`def kept = []; while (true) { kept << new byte[10_000_000] }`)),
      );
      const { conclusion } = await runToEnd(tool, run1);
      assert.match(conclusion.errors.join(' '), /^JMeter ran out of memory \(heap: \d+ MB\)/);
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
      assert.deepEqual(conclusion.errors, [
        "JMeter's result file could not be written, and the run was ended.",
      ]);
    });

    it('follows no link that a script created instead of its results or its log', async () => {
      const script = groovy(
        `['/opt/spate/tool/results.jtl', '/data/flood/results/jmeter.log'].each { def path = java.nio.file.Path.of(it); java.nio.file.Files.delete(path); java.nio.file.Files.createSymbolicLink(path, java.nio.file.Path.of('/etc/passwd')) }; 'ok'`,
      );
      await using run1 = await execution(onceThrough(script));
      await tool.launch(run1);
      await tool.release(run1, Date.now());
      const samples = await readToEnd(tool, run1);
      // A reader that opened the original file before its removal may have read its single sample.
      assert.ok(samples.length <= 1 && samples.every((sample) => sample.label === 'Groovy'));
      assert.deepEqual((await tool.read(run1, undefined)).samples, []);
      assert.deepEqual(await tool.logTail(run1, 10), []);
      assert.deepEqual(await tool.archiveFiles(run1), []);
    });
  }
});
