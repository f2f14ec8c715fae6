import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EncodedFacts } from './encode-facts.ts';

/** The recorded facts of Apache JMeter in a case. */
export interface Recording extends EncodedFacts {
  /** See `caseKey`. */
  key: string;
  /** See `certainTimes`. */
  measuredTimes: string;
  /** Parts of the plan that the run left out; see `partsOfPlan`. */
  idle: string[];
}

interface Content {
  /** See `apacheKey`. */
  apache: string;
  cases: Record<string, Partial<Recording>>;
}

const recordingsFolder = join(import.meta.dirname, '../../recordings');

/** The recordings of one file of cases, by name of the case. */
export class RecordingFile {
  readonly #path: string;
  readonly #apache: string;
  readonly #text: string;
  readonly #recordings: Map<string, Recording>;

  private constructor(path: string, apache: string, text: string, recordings: Map<string, Recording>) {
    this.#path = path;
    this.#apache = apache;
    this.#text = text;
    this.#recordings = recordings;
  }

  /** `name`: the file of cases without its extension. Recordings of another Apache JMeter are ignored. */
  static async open(name: string, apache: string, folder = recordingsFolder): Promise<RecordingFile> {
    const path = join(folder, `${name}.json`);
    const text = await readFile(path, 'utf8').catch(() => '');
    const content = text === '' ? undefined : (JSON.parse(text) as Content);
    const recordings = Object.entries(content?.apache === apache ? content.cases : {}).map(
      ([each, { key = '', ...facts }]): [string, Recording] => [
        each,
        { key, measuredTimes: '', idle: [], samples: [], requests: [], files: {}, ...facts },
      ],
    );
    return new RecordingFile(path, apache, text, new Map(recordings));
  }

  /** Undefined if there is no recording, or the case has changed since. */
  get(name: string, key: string): Recording | undefined {
    const recording = this.#recordings.get(name);
    return recording?.key === key ? recording : undefined;
  }

  set(name: string, recording: Recording): void {
    this.#recordings.set(name, recording);
  }

  /** Names of recordings without a case. */
  stale(names: readonly string[]): string[] {
    const known = new Set(names);
    return [...this.#recordings.keys()].filter((name) => !known.has(name));
  }

  /** Writes the recordings of these cases, in their order, and drops all others. */
  async save(names: readonly string[]): Promise<void> {
    const cases = names.flatMap((name): [string, Recording][] => {
      const recording = this.#recordings.get(name);
      return recording ? [[name, recording]] : [];
    });
    const text = render(this.#apache, cases);
    if (cases.length === 0) {
      await rm(this.#path, { force: true });
    } else if (text !== this.#text) {
      await mkdir(dirname(this.#path), { recursive: true });
      await writeFile(this.#path, text);
    }
  }
}

/** JSON with one line for each sample, request and file, so that a change is readable in a diff. */
function render(apache: string, cases: readonly [string, Recording][]): string {
  const parts = cases.map(([name, { key, measuredTimes, idle, samples, requests, files }]) => {
    const lines = [`"key": ${JSON.stringify(key)}`];
    if (/[1-9]/.test(measuredTimes)) {
      lines.push(`"measuredTimes": ${JSON.stringify(measuredTimes)}`);
    }
    if (idle.length > 0) {
      lines.push(`"idle": ${JSON.stringify(idle)}`);
    }
    lines.push(
      ...list(
        'samples',
        '[]',
        samples.map((each) => JSON.stringify(each)),
      ),
    );
    lines.push(
      ...list(
        'requests',
        '[]',
        requests.map((each) => JSON.stringify(each)),
      ),
    );
    const written = Object.entries(files).map(
      ([file, text]) => `${JSON.stringify(file)}: ${JSON.stringify(text)}`,
    );
    lines.push(...list('files', '{}', written));
    return `    ${JSON.stringify(name)}: {\n      ${lines.join(',\n      ')}\n    }`;
  });
  return `{\n  "apache": ${JSON.stringify(apache)},\n  "cases": {\n${parts.join(',\n')}\n  }\n}\n`;
}

function list(name: string, [open, close]: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : [`"${name}": ${open}\n${lines.map((line) => `        ${line}`).join(',\n')}\n      ${close}`];
}

/** The names of all files of recordings. */
export async function recordedFiles(): Promise<string[]> {
  const files = await Array.fromAsync(glob('**/*.json', { cwd: recordingsFolder }));
  return files.map((file) => file.replace('.json', '')).toSorted();
}
