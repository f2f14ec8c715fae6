import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaxesParser } from 'saxes';
import { exampleFigures, exampleOutcome, exampleVerdict } from '../testing/example-outcome.ts';
import { renderJunit } from './junit.ts';

function threshold(expression: string, requirement: string, passed: boolean | null) {
  return { expression, requirement, passed, actual: null, text: `${requirement} (found)` };
}

interface Found {
  name: string;
  attributes: Record<string, string>;
}

/** All elements, read by an XML parser; throws if the document is not well-formed. */
function elementsOf(xml: string): Found[] {
  const found: Found[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes }));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}

test('has a test case for the run, each threshold and each label', () => {
  const thresholds = [
    threshold('errors > 5%', 'errors ≤ 5 %', true),
    threshold('label("Checkout").p99 > 500ms', 'p99 of "Checkout" ≤ 500 ms', false),
    threshold('p95 > 1s', 'p95 ≤ 1 s', null),
  ];
  const elements = elementsOf(renderJunit(exampleOutcome({ report: { passed: false, thresholds } })));
  const suite = elements.find(({ name }) => name === 'testsuite')?.attributes;
  assert.deepEqual(
    [suite?.name, suite?.tests, suite?.failures, suite?.errors, suite?.skipped],
    ['Nightly', '6', '2', '0', '1'],
  );
  const cases = elements.filter(({ name }) => name === 'testcase').map(({ attributes }) => attributes.name);
  assert.deepEqual(cases, ['run', ...thresholds.map(({ requirement }) => requirement), 'Home', 'Checkout']);
  const failedAfter = elements.flatMap(({ name }, index) =>
    name === 'failure' ? [elements[index - 1]?.attributes.name] : [],
  );
  assert.deepEqual(failedAfter, ['p99 of "Checkout" ≤ 500 ms', 'Checkout']);
});

test('a label without passed samples is a failed case', () => {
  const labels = [exampleFigures('Login', { passed: 0, failed: 472 }), exampleFigures('Home')];
  const xml = renderJunit(exampleOutcome({ report: { labels } }));
  const elements = elementsOf(xml);
  assert.equal(elements.filter(({ name }) => name === 'failure').length, 1);
  assert.match(xml, /name="Login" .*\n.*<failure message="0 of 472 samples passed">/);
  const none = { passed: 0, failed: 3, mean: null, percentiles: {} };
  const down = renderJunit(exampleOutcome({ report: { labels: [exampleFigures('Down', none)] } }));
  assert.match(down, /<testcase name="Down" classname="spate\.label">/);
  assert.match(down, /0 passed, 3 failed; response times of passed samples: mean –, p50 –, p95 –, p99 –</);
});

test('a run without samples is an error with the node errors', () => {
  const total = exampleFigures('', { passed: 0, failed: 0 });
  const verdict = exampleVerdict({
    word: 'broken',
    exit_code: 1,
    sentence: 'Broken: no samples were recorded.',
  });
  const outcome = exampleOutcome({
    run: { remote_errors: ['Java & co are missing'] },
    report: { total, labels: [], verdict },
  });
  const xml = renderJunit(outcome);
  assert.ok(elementsOf(xml).some(({ name }) => name === 'error'));
  assert.match(
    xml,
    /<error message="Broken: no samples were recorded.">.*\nJava &amp; co are missing<\/error>/,
  );
});

test('stays well-formed for any label', () => {
  const label = '<"Übung" & \u0000\u0007\ud800 ]]> 💧>';
  const xml = renderJunit(exampleOutcome({ report: { labels: [exampleFigures(label)] } }));
  const names = elementsOf(xml).map(({ attributes }) => attributes.name);
  assert.ok(names.includes('<"Übung" & \ufffd\ufffd\ufffd ]]> 💧>'));
});

test('a run that is worse than its baseline has a failed case', () => {
  const worse = { exitCode: 2 as const, sentence: 'Compared with the baseline: worse.' };
  const xml = renderJunit(exampleOutcome(), worse);
  assert.match(
    xml,
    /<testcase name="baseline" [^>]*>\n\s*<failure message="Compared with the baseline: worse.">/,
  );
});
