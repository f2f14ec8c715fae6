import type { FiguresResource } from '../../contract/resources/report.ts';
import { labelOfThreshold } from './label-of-threshold.ts';
import { type Outcome, samplesOf, verdictOf, verdictSentence } from './outcome.ts';

type Threshold = Outcome['report']['thresholds'][number];

interface TestCase {
  name: string;
  classname: string;
  timeS: number;
  failure?: string;
  error?: string;
  skipped?: string;
  output?: string;
}

/** One test suite: a case for the run itself, for each threshold and for each label. */
export function renderJunit(outcome: Outcome): string {
  const { run, report } = outcome;
  const cases = [runCase(outcome), ...report.thresholds.map(thresholdCase), ...labelCases(outcome)];
  const count = (key: 'failure' | 'error' | 'skipped') =>
    cases.filter((one) => one[key] !== undefined).length;
  const suite = attributes({
    name: run.name ?? run.uuid,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: report.duration.toFixed(3),
    ...(run.started && { timestamp: run.started.slice(0, 19) }),
  });
  const properties = [
    ['run', run.uuid],
    ['permalink', run.permalink],
    ['tool', run.tool],
    ['samples', String(samplesOf(report))],
  ].map(([name = '', value = '']) => `      <property ${attributes({ name, value })}/>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite ${suite}>`,
    '    <properties>',
    ...properties,
    '    </properties>',
    ...cases.map(renderCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function runCase(outcome: Outcome): TestCase {
  const { run, report } = outcome;
  const base = { name: 'run', classname: 'spate', timeS: report.duration, output: report.summary };
  const isBroken = verdictOf(outcome) === 'broken' || run.remote_errors !== null || samplesOf(report) === 0;
  if (!isBroken || run.status !== 'finished') return base;
  return { ...base, error: [verdictSentence(outcome), ...(run.remote_errors ?? [])].join('\n') };
}

function thresholdCase({ expression, passed, text }: Threshold): TestCase {
  const base = { name: expression, classname: 'spate.threshold', timeS: 0 };
  if (passed === false) return { ...base, failure: text };
  return passed === null ? { ...base, skipped: text } : { ...base, output: text };
}

function labelCases({ report }: Outcome): TestCase[] {
  return report.labels.map((row) => {
    const failed = report.thresholds.filter(
      (threshold) => threshold.passed === false && labelOfThreshold(threshold.expression) === row.label,
    );
    const base = {
      name: row.label,
      classname: 'spate.label',
      timeS: row.mean / 1000,
      output: figuresOf(row),
    };
    if (failed.length === 0) return base;
    return { ...base, failure: failed.map(({ expression, text }) => `${expression}: ${text}`).join('\n') };
  });
}

function figuresOf(row: FiguresResource): string {
  const percentiles = ['50', '95', '99'].map((one) => `p${one} ${row.percentiles[one] ?? '–'} ms`);
  return `${row.passed} passed, ${row.failed} failed, mean ${row.mean} ms, ${percentiles.join(', ')}`;
}

function renderCase(one: TestCase): string {
  const { name, classname, timeS, failure, error, skipped, output } = one;
  const inner = [
    ...(failure === undefined ? [] : [problem('failure', failure)]),
    ...(error === undefined ? [] : [problem('error', error)]),
    ...(skipped === undefined ? [] : [`      <skipped ${attributes({ message: firstLine(skipped) })}/>`]),
    ...(output === undefined ? [] : [`      <system-out>${escapeXml(output)}</system-out>`]),
  ];
  const start = `    <testcase ${attributes({ name, classname, time: timeS.toFixed(3) })}`;
  return inner.length === 0 ? `${start}/>` : [`${start}>`, ...inner, '    </testcase>'].join('\n');
}

function problem(element: 'failure' | 'error', text: string): string {
  return `      <${element} ${attributes({ message: firstLine(text) })}>${escapeXml(text)}</${element}>`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ');
}

/** XML 1.0 has no place for most control characters, not even escaped. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
