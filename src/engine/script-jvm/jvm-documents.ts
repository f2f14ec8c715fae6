import type { PlanElement } from '../../jmx/plan-tree.ts';
import {
  DocumentProblem,
  type OutsideDocuments,
  type StopRequest,
  UserFailure,
  type XPathOptions,
  type XPathQuestion,
} from '../core.ts';
import type { AssertionOutcome } from '../state/result.ts';
import type { FrameReader } from './frame-reader.ts';
import type { FrameWriter } from './frame-writer.ts';
import type { ScriptJvm } from './script-jvm.ts';

/** Kind of the frames with questions. */
const question = 20;
/** Numbers of the questions, as in DocumentQuestions.java. */
const ask = { check: 1, find: 2, text: 3 } as const;
const status = { done: 0, notReadable: 1, notTidy: 2, notLoaded: 3, failed: 4 } as const;
const flags: readonly (keyof XPathOptions)[] = [
  'isTolerant',
  'isQuiet',
  'showsWarnings',
  'reportsErrors',
  'isNamespaceAware',
  'isValidating',
  'ignoresWhitespace',
  'downloadsDtds',
  'isNegated',
  'isFragment',
];

interface Question {
  finish(answer: FrameReader): void;
  reject(error: unknown): void;
}

/** Evaluates XPath expressions and extracts text in a JVM, with the classes of JMeter. */
export class JvmDocuments implements OutsideDocuments {
  readonly isMeant: (element: PlanElement) => boolean;
  readonly #jvm: ScriptJvm;
  readonly #questions = new Map<number, Question>();
  #count = 0;
  #failure: StopRequest | undefined;

  constructor(jvm: ScriptJvm, isMeant: (element: PlanElement) => boolean) {
    this.#jvm = jvm;
    this.isMeant = isMeant;
  }

  check({ xpath, options }: XPathQuestion, body: Uint8Array): Promise<Omit<AssertionOutcome, 'name'>> {
    return this.#ask(
      ask.check,
      (frames) => {
        frames.int(flagsOf(options));
        frames.text(xpath);
        frames.bytes(body);
      },
      (answer) => {
        const isFailure = answer.byte() === 1;
        const isError = answer.byte() === 1;
        const message = answer.text() ?? '';
        return { isFailure, isError, message, hasEmptyMessage: message === '' };
      },
    );
  }

  find(
    options: XPathOptions,
    questions: readonly { xpath: string; document: string }[],
    wanted: number,
  ): Promise<(string | undefined)[]> {
    return this.#ask(
      ask.find,
      (frames) => {
        frames.int(flagsOf(options));
        frames.int(wanted);
        frames.int(questions.length);
        for (const { xpath, document } of questions) {
          frames.text(xpath);
          frames.text(document);
        }
      },
      (answer) => Array.from({ length: answer.int() }, () => answer.text()),
    );
  }

  textOf(body: Uint8Array): Promise<string> {
    return this.#ask(
      ask.text,
      (frames) => frames.bytes(body),
      (answer) => answer.text() ?? '',
    );
  }

  #ask<T>(what: number, write: (frames: FrameWriter) => void, read: (answer: FrameReader) => T): Promise<T> {
    if (this.#failure) {
      return Promise.reject(this.#failure);
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const { frames } = this.#jvm;
    // Wraps around as a signed 32-bit number.
    const id = this.#count++ | 0;
    frames.begin(question);
    frames.int(id);
    frames.byte(what);
    write(frames);
    frames.end();
    this.#jvm.flushSoon();
    this.#questions.set(id, { finish: (answer) => resolve(read(answer)), reject });
    return promise;
  }

  receive(frame: FrameReader): void {
    const id = frame.int();
    const asked = this.#questions.get(id);
    this.#questions.delete(id);
    const how = frame.byte();
    if (how === status.done) {
      asked?.finish(frame);
    } else {
      asked?.reject(problemOf(how, frame.text() ?? ''));
    }
  }

  /** Rejects current and later questions, because the JVM has ended. */
  fail(failure: StopRequest): void {
    this.#failure = failure;
    const waiting = [...this.#questions.values()];
    this.#questions.clear();
    for (const { reject } of waiting) {
      reject(failure);
    }
  }
}

const flagsOf = (options: XPathOptions): number =>
  flags.reduce((all, name, index) => all | (options[name] ? 1 << index : 0), 0);

function problemOf(how: number, message: string): Error {
  switch (how) {
    case status.notReadable:
      return new DocumentProblem('not-readable', message);
    case status.notTidy:
      return new DocumentProblem('not-tidy', message);
    case status.notLoaded:
      return new DocumentProblem('not-loaded', message);
    case status.failed:
      return new Error(message);
    default:
      return new UserFailure(message);
  }
}
