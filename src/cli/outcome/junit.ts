import type { FiguresResource, Times } from '../../contract/resources/report.ts';
import { runTitle } from '../../contract/run-title.ts';
import { durationOfMs, whole } from '../../lib/figures.ts';
import { timesWords } from '../times-flag.ts';
import type { BaselineFailure } from './judge-comparison.ts';
import { labelOfThreshold } from './label-of-threshold.ts';
import { type Outcome, samplesOf } from './outcome.ts';

type Threshold = Outcome['report']['thresholds'][number];

interface TestCase {
  name: string;
  classname: string;
  /** Absent if nothing was measured. */
  timeS?: number | undefined;
  failure?: string;
  error?: string;
  skipped?: string;
  output?: string;
}

/** One test suite with a case for the run, each threshold and each label, and with a failure also for the baseline. */
export function renderJunit(outcome: Outcome, worse: BaselineFailure | null = null): string {
  const { run, report } = outcome;
  const cases = [
    runCase(outcome),
    ...baselineCases(worse),
    ...report.thresholds.map(thresholdCase),
    ...labelCases(outcome),
  ];
  const count = (key: 'failure' | 'error' | 'skipped') =>
    cases.filter((one) => one[key] !== undefined).length;
  const suite = attributes({
    name: runTitle(run),
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
  const { word, sentence } = report.verdict;
  const output = `${sentence}\n${report.summary}`;
  const base = { name: 'run', classname: 'spate', timeS: report.duration, output };
  // Failed thresholds have their own cases; abort rules and errors on the nodes are reported here.
  if (run.aborted !== null) return { ...base, failure: sentence };
  const isBroken = word === 'broken' || (run.status === 'finished' && run.remote_errors !== null);
  if (!isBroken) return base;
  return { ...base, error: [sentence, ...(run.remote_errors ?? [])].join('\n') };
}

function baselineCases(worse: BaselineFailure | null): TestCase[] {
  if (worse === null) return [];
  const base = { name: 'baseline', classname: 'spate', timeS: 0 };
  return [worse.exitCode === 2 ? { ...base, failure: worse.sentence } : { ...base, error: worse.sentence }];
}

function thresholdCase({ requirement, passed, text }: Threshold): TestCase {
  const base = { name: requirement, classname: 'spate.threshold', timeS: 0 };
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
      timeS: row.mean === null ? undefined : row.mean / 1000,
      output: figuresOf(row, report.times),
    };
    const reasons = [...noneText(row), ...failed.map(({ text }) => text)];
    return reasons.length === 0 ? base : { ...base, failure: reasons.join('\n') };
  });
}

/** A label without passed samples is a failed case, independent of thresholds. */
function noneText({ passed, failed }: FiguresResource): string[] {
  return passed === 0 && failed > 0 ? [`0 of ${whole(failed)} samples passed`] : [];
}

function figuresOf(row: FiguresResource, times: Times): string {
  const percentiles = ['50', '95', '99'].map((one) => `p${one} ${durationOfMs(row.percentiles[one])}`);
  const counts = `${whole(row.passed)} passed, ${whole(row.failed)} failed`;
  return `${counts}; response times ${timesWords(times)}: mean ${durationOfMs(row.mean)}, ${percentiles.join(', ')}`;
}

function renderCase(one: TestCase): string {
  const { name, classname, timeS, failure, error, skipped, output } = one;
  const inner = [
    ...(failure === undefined ? [] : [problem('failure', failure)]),
    ...(error === undefined ? [] : [problem('error', error)]),
    ...(skipped === undefined ? [] : [`      <skipped ${attributes({ message: firstLine(skipped) })}/>`]),
    ...(output === undefined ? [] : [`      <system-out>${escapeXml(output)}</system-out>`]),
  ];
  const start = `    <testcase ${attributes({
    name,
    classname,
    ...(timeS === undefined ? {} : { time: timeS.toFixed(3) }),
  })}`;
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

/** XML 1.0 does not allow most control characters, not even escaped. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
