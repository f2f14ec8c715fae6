import { join } from 'node:path';
import { bytes, durationOfMs } from '../../lib/figures.ts';
import type { TrialEvent } from '../../tools/service-chrome/trial.ts';
import type { Terminal } from '../terminal.ts';

type StepEnd = Extract<TrialEvent, { kind: 'stepEnd' }>['step'];

export interface TrialCounts {
  passed: number;
  failed: number;
  notRun: number;
}

/** Shows the steps of a verified script: permanent lines, plus the current step in an interactive terminal. */
export class TrialView {
  readonly counts: TrialCounts = { passed: 0, failed: 0, notRun: 0 };
  readonly #terminal: Terminal;
  readonly #resultsFolder: string;
  #hasLine = false;
  #label = '';

  constructor(terminal: Terminal, resultsFolder: string) {
    this.#terminal = terminal;
    this.#resultsFolder = resultsFolder;
  }

  show(event: TrialEvent): void {
    const { paint } = this.#terminal;
    switch (event.kind) {
      case 'step':
        this.#label = event.label;
        this.#underWay(event.label);
        break;
      case 'action':
        this.#say(paint.faint(`    ${event.name} ${oneLine(event.text)}`.trimEnd()));
        this.#underWay(this.#label);
        break;
      case 'stepEnd':
        this.#showEnd(event.step);
        break;
      case 'skipped':
        this.counts.notRun += 1;
        this.#say(paint.faint(`  – ${event.label}  ${event.why === 'skipped' ? 'skipped' : 'not run'}`));
        break;
      case 'log':
        this.#say(paint.faint(`    ${event.from} ${event.level}: ${oneLine(event.text)}`));
        break;
      case 'iteration':
      case 'iterationEnd':
        break;
    }
  }

  /** Removes the line of the current step. */
  clear(): void {
    if (this.#hasLine) this.#terminal.write('\r\u001b[2K');
    this.#hasLine = false;
  }

  #showEnd(step: StepEnd): void {
    const { paint } = this.#terminal;
    const time = durationOfMs(step.elapsedUs / 1000);
    const about = describe(step);
    if (step.isPassed) {
      this.counts.passed += 1;
      this.#say(`${paint.good('  ✓')} ${step.label}  ${paint.strong(time)}  ${paint.faint(about)}`.trimEnd());
      return;
    }
    this.counts.failed += 1;
    this.#say(`${paint.bad('  ✗')} ${step.label}  ${paint.strong(time)}  ${paint.faint(about)}`.trimEnd());
    this.#say(indent(step.errorText || step.message));
    for (const line of step.console) this.#say(paint.faint(`      page: ${oneLine(line)}`));
    for (const name of step.screenshots) this.#say(`      screenshot: ${join(this.#resultsFolder, name)}`);
    for (const name of step.sources) this.#say(`      page source: ${join(this.#resultsFolder, name)}`);
  }

  #say(text: string): void {
    this.clear();
    this.#terminal.say(text);
  }

  #underWay(label: string): void {
    if (!this.#terminal.isInteractive) return;
    this.clear();
    this.#terminal.write(this.#terminal.paint.faint(`  … ${label}`.slice(0, this.#terminal.columns - 1)));
    this.#hasLine = true;
  }
}

/** Browser metrics of a step besides its time. */
function describe({ code, page, requests, failedRequests, bytesIn }: StepEnd): string {
  const paints = [
    ['first paint', page?.firstContentfulPaintMs],
    ['largest paint', page?.largestContentfulPaintMs],
    ['load', page?.loadMs],
  ] as const;
  return [
    code === '0' || code === '' ? '' : code,
    requests === 0 ? '' : `${requests} ${requests === 1 ? 'request' : 'requests'}, ${bytes(bytesIn)}`,
    failedRequests === 0 ? '' : `${failedRequests} failed`,
    ...paints.map(([name, ms]) => (ms === null || ms === undefined ? '' : `${name} ${durationOfMs(ms)}`)),
  ]
    .filter(Boolean)
    .join(' · ');
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `      ${line}`)
    .join('\n');
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 160)} …` : line;
}
