import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaxesParser } from 'saxes';
import { exampleFigures, exampleOutcome } from '../testing/example-outcome.ts';
import { renderJunit } from './junit.ts';

interface Found {
  name: string;
  attributes: Record<string, string>;
}

/** Every element, as a real XML parser sees it; throws when it is not well formed. */
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

test('has a case for the run, each threshold and each label, and fails those that failed', () => {
  const thresholds = [
    { expression: 'errors > 5%', passed: true, actual: 1, text: 'errors were 1 %.' },
    { expression: 'label("Checkout").p99 > 500ms', passed: false, actual: 800, text: 'p99 was 800 ms.' },
    { expression: 'p95 > 1s', passed: null, actual: null, text: 'Not judged.' },
  ];
  const elements = elementsOf(renderJunit(exampleOutcome({ report: { passed: false, thresholds } })));
  const suite = elements.find(({ name }) => name === 'testsuite')?.attributes;
  assert.deepEqual(
    [suite?.name, suite?.tests, suite?.failures, suite?.errors, suite?.skipped],
    ['Nightly', '6', '2', '0', '1'],
  );
  const cases = elements.filter(({ name }) => name === 'testcase').map(({ attributes }) => attributes.name);
  assert.deepEqual(cases, ['run', ...thresholds.map(({ expression }) => expression), 'Home', 'Checkout']);
  const failedAfter = elements.flatMap(({ name }, index) =>
    name === 'failure' ? [elements[index - 1]?.attributes.name] : [],
  );
  assert.deepEqual(failedAfter, ['label("Checkout").p99 > 500ms', 'Checkout']);
});

test('a run that measured nothing is an error with what the nodes said', () => {
  const total = exampleFigures('', { passed: 0, failed: 0 });
  const outcome = exampleOutcome({
    run: { remote_errors: ['Java & co are missing'] },
    report: { total, labels: [] },
  });
  const xml = renderJunit(outcome);
  assert.ok(elementsOf(xml).some(({ name }) => name === 'error'));
  assert.match(xml, /Java &amp; co are missing<\/error>/);
});

test('stays well formed whatever labels are called', () => {
  const label = '<"Übung" & \u0000\u0007\ud800 ]]> 💧>';
  const xml = renderJunit(exampleOutcome({ report: { labels: [exampleFigures(label)] } }));
  const names = elementsOf(xml).map(({ attributes }) => attributes.name);
  assert.ok(names.includes('<"Übung" & \ufffd\ufffd\ufffd ]]> 💧>'));
});
