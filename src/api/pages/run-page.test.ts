import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleFigures, exampleReport, exampleRun } from '../testing/example-run.ts';
import { runPage } from './run-page.ts';

const origin = 'https://load.example';

function page(isMember: boolean, view = exampleRun(), report = exampleReport()): string {
  return runPage({ view, report, isMember, origin }).text;
}

describe('runPage', () => {
  it('says the verdict in words, then figures, labels and errors', () => {
    const text = page(true);
    assert.match(text, /10 of 10,000 samples failed/);
    assert.ok(text.indexOf('samples failed') < text.indexOf('Throughput'));
    assert.match(text, /<td class="name">Home<\/td>/);
    assert.match(text, /Internal Server Error/);
    assert.match(text, /Up to 5 users/);
  });

  it('says when all went well, when nothing came, and how far it is', () => {
    const total = exampleFigures({ label: '', passed: 5, failed: 0 });
    assert.match(page(true, exampleRun(), exampleReport({ total })), /Finished: 5 samples, 0 failed/);
    const none = exampleFigures({ label: '', passed: 0, failed: 0 });
    assert.match(page(true, exampleRun(), exampleReport({ total: none })), /without a single sample/);
    assert.match(page(true, exampleRun({ phase: 'preparing' })), /Queued\. preparing/);
    assert.match(page(true, exampleRun({ phase: 'running' })), /Running/);
  });

  it('marks percentiles of few samples', () => {
    const total = exampleFigures({ label: '', passed: 12, failed: 0 });
    assert.match(page(true, exampleRun(), exampleReport({ total })), /of only 12 samples/);
  });

  it('escapes whatever a plan, a target or a log may say', () => {
    const attack = '<img src=x onerror=alert(1)>';
    const view = exampleRun({
      change: {
        name: attack,
        toolRequested: attack,
        remoteErrors: [attack],
        warnings: [attack],
        project: { id: 1, name: attack },
      },
    });
    const report = exampleReport({
      summary: attack,
      labels: [exampleFigures({ label: attack })],
      errors: [{ code: attack, message: attack, count: 1, example: { label: attack, atMs: 1 } }],
    });
    for (const isMember of [true, false]) {
      const text = page(isMember, view, report);
      assert.ok(!text.includes('<img'), text);
      assert.ok(text.includes('&#60;img'));
    }
  });

  it('shows the public no files, archives, addresses, nodes or logs', () => {
    const view = exampleRun({
      change: { remoteErrors: ['node load-1.internal: log tail'], warnings: ['odd file'] },
    });
    const message = 'Connect to 10.9.8.7:80 failed';
    const report = exampleReport({
      errors: [{ code: 'x', message, count: 1, example: { label: 'l', atMs: 1 } }],
    });
    const open = page(false, view, report);
    for (const secret of [
      'plan.jmx',
      'KeYKeY',
      'tar.gz',
      '203.0.113.9',
      '10.0.0.9',
      'load-1.internal',
      'log tail',
      'odd file',
      '10.9.8.7',
    ]) {
      assert.ok(!open.includes(secret), secret);
    }
    assert.match(open, /Something went wrong on the nodes/);
    const own = page(true, view);
    for (const shown of ['plan.jmx', 'KeYKeY', 'load-1.internal', 'log tail'])
      assert.ok(own.includes(shown), shown);
  });
});
