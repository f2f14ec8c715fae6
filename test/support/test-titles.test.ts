import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testTitles } from './test-titles.ts';

test('finds plain titles, and not those in comments and texts', async () => {
  const { run, notRun } = await testTitles(`
    test('first', () => {});
    describe('all', () => { it("second's", async () => {}); });
    // test('commented out', () => {});
    const text = "test('quoted', () => {})";
  `);
  assert.deepEqual([run, notRun], [['first', "second's"], []]);
});

test('spells out titles that are made from a list, and leaves out those that are not', async () => {
  const source = `
    for (const engine of engines) { const skip = needsOfEngine(engine); test(\`\${engine}: counts\`, { skip }, () => {}); }
    for (const name of readNames()) test(\`\${name} works\`, () => {});
  `;
  const { run, notRun } = await testTitles(source, { engines: ['spate', 'apache'] });
  assert.deepEqual([run, notRun], [['spate: counts', 'apache: counts'], []]);
});

test('tells tests apart that are skipped other than for what a machine lacks', async () => {
  const { run, notRun } = await testTitles(`
    const skip = needs('java') || needs('chromium');
    const never = true;
    test('needs something', { skip, timeout: 1 }, () => {});
    test('needs it at once', { skip: needsOf('gatling') }, () => {});
    test('never', { skip: never }, () => {});
    test('by a word', { skip: 'not now' }, () => {});
    test('by a condition', { skip: !isFullSuite() }, () => {});
    test.skip('by its name', () => {});
    it.todo('to do');
    test('to do as well', { todo: true }, () => {});
    describe('suite', { skip: true }, () => { it('inside', () => {}); });
    describe.skip('suite', () => { it('inside too', () => {}); });
    if (isFullSuite()) test('in the full suite', () => {});
  `);
  assert.deepEqual(run, ['needs something', 'needs it at once']);
  assert.deepEqual(notRun, [
    'never',
    'by a word',
    'by a condition',
    'by its name',
    'to do',
    'to do as well',
    'inside',
    'inside too',
    'in the full suite',
  ]);
});

test('finds tests of the full suite, and tests that it runs on all engines', async () => {
  const source = `
    test('always', () => {});
    if (isFullSuite()) { describe('rare', () => { it('in the full suite', () => {}); it(title, () => {}); }); }
    for (const engine of enginesOfSuite) { describe(engine, () => { it('counts', () => {}); }); }
  `;
  const { fullSuite, ofEngines } = await testTitles(source);
  assert.deepEqual([fullSuite, ofEngines], [['in the full suite', '(computed title)'], ['counts']]);
});
