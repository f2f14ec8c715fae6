import type { PlanElement } from '../../jmx/plan-tree.ts';
import {
  type CompileContext,
  type OutsideScript,
  type OutsideScripts,
  type PlanListener,
  StopRequest,
  type User,
  UserFailure,
} from '../core.ts';
import type { AssertionOutcome, Result } from '../state/result.ts';
import { type Definition, define } from './definitions.ts';
import type { FrameReader } from './frame-reader.ts';
import { JvmDocuments } from './jvm-documents.ts';
import { PropertyMirror, type SharedProperties } from './property-mirror.ts';
import { readChanges, readSample, writeChangeable, writeSample } from './sample-fields.ts';
import type { ScriptJvm } from './script-jvm.ts';
import { VariableMirror } from './variable-mirror.ts';

/** Kinds of frames to the JVM. */
const to = { call: 1, start: 3, interrupt: 4, endUser: 5, endTest: 7 } as const;
/** Kinds of frames from the JVM. */
const from = { ready: 1, answer: 2, log: 3, testEnded: 4, document: 20 } as const;
const status = { done: 0, stopped: 1, failed: 2, ended: 3 } as const;
const sampleSent = { none: 0, whole: 1, changes: 2, unread: 3 } as const;

interface CallTexts {
  /** Texts of the element, see `Definition.textsOf`. */
  readonly texts: readonly (string | undefined)[];
  /** Name of the current sampler; undefined if the element does not read it. */
  readonly sampler: string | undefined;
}

/** State of a user in the JVM. */
interface JvmUser {
  readonly id: number;
  isKnown: boolean;
  readonly variables: VariableMirror;
  sample: Result | undefined;
  body: Uint8Array | undefined;
}

interface Call {
  readonly user: User;
  readonly jvmUser: JvmUser;
  finish(answer: FrameReader): void;
  reject(error: unknown): void;
}

export interface JvmScriptsOptions {
  /** The JVM. Its frames must be passed to `receive`. */
  jvm: ScriptJvm;
  properties: SharedProperties;
  log(level: 'info' | 'warn' | 'error', text: string): void;
  /** Whether an element runs in the JVM, or has its documents read there. */
  isMeant(element: PlanElement): boolean;
}

/** Runs scripts and Java Requests in a JVM, with the classes of JMeter. A user waits for one call at a time. */
export class JvmScripts implements OutsideScripts {
  readonly documents: JvmDocuments;
  readonly #options: JvmScriptsOptions;
  readonly #definitions = new Map<PlanElement, Definition>();
  readonly #calls = new Map<number, Call>();
  readonly #properties: PropertyMirror;
  readonly #ready = Promise.withResolvers<void>();
  readonly #testEnded = Promise.withResolvers<void>();
  #users = 0;
  #failure: StopRequest | undefined;

  constructor(options: JvmScriptsOptions) {
    this.#options = options;
    this.#properties = new PropertyMirror(options.properties);
    this.documents = new JvmDocuments(options.jvm, options.isMeant);
    // Prevents an unhandled rejection: `start` returns the same promise.
    this.#ready.promise.catch(() => {});
  }

  /** Compiles the scripts defined so far. Resolves when the JVM is ready for calls. */
  start(): Promise<void> {
    const { frames } = this.#options.jvm;
    frames.begin(to.start);
    this.#properties.writeAll(frames);
    frames.end();
    this.#options.jvm.flush();
    return this.#ready.promise;
  }

  /** A property was set or removed in the engine. */
  noteProperty(name: string, value: string | undefined): void {
    this.#properties.note(name, value);
  }

  /** The JVM has ended: every user that waits for it stops the test. */
  fail(reason: string): void {
    this.#failure = new StopRequest('test-now', reason);
    this.#ready.reject(new Error(reason));
    this.#testEnded.resolve();
    this.documents.fail(this.#failure);
    const waiting = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject } of waiting) {
      reject(this.#failure);
    }
  }

  receive(frame: FrameReader): void {
    switch (frame.byte()) {
      case from.ready:
        this.#ready.resolve();
        return;
      case from.answer:
        this.#finish(frame);
        return;
      case from.testEnded:
        this.#testEnded.resolve();
        return;
      case from.document:
        this.documents.receive(frame);
        return;
      case from.log: {
        const level = frame.text()?.toLowerCase();
        this.#options.log(level === 'warn' || level === 'info' ? level : 'error', frame.text() ?? '');
      }
    }
  }

  interrupt(user: User): void {
    const { id } = this.#userOf(user);
    const call = this.#calls.get(id);
    if (call) {
      if (user.isAborted) {
        // The script may never end.
        this.#calls.delete(id);
        call.reject(new StopRequest('thread', 'The script was aborted'));
      }
      const { jvm } = this.#options;
      jvm.frames.begin(to.interrupt);
      jvm.frames.int(id);
      jvm.frames.end();
      jvm.flushSoon();
    }
  }

  #end(user: User): void {
    const jvmUser = this.#userOf(user);
    if (jvmUser.isKnown) {
      jvmUser.isKnown = false;
      const { jvm } = this.#options;
      jvm.frames.begin(to.endUser);
      jvm.frames.int(jvmUser.id);
      jvm.frames.end();
      jvm.flushSoon();
    }
  }

  #userOf(user: User): JvmUser {
    return user.stateOf(this, () => ({
      id: this.#users++,
      isKnown: false,
      variables: new VariableMirror(),
      sample: undefined,
      body: undefined,
    }));
  }

  scriptOf(element: PlanElement, context: CompileContext): OutsideScript | undefined {
    if (!this.#options.isMeant(element)) {
      return undefined;
    }
    const definition = this.#definitions.get(element) ?? this.#define(element, context);
    const { name, planListener } = definition;
    return {
      name,
      planListener: element.kind === 'JavaSampler' ? this.#tearDown : planListener,
      userListener: { userFinished: (user) => this.#end(user) },
      process: (user) => this.#call(definition, user, () => {}),
      delayMs: (user) => this.#call(definition, user, (answer) => Number(answer.text())),
      check: (_result, user) => this.#call(definition, user, readOutcome),
      sample: (user) => {
        const startMs = user.runner.nowMs();
        return this.#call(definition, user, (answer) => readSample(answer, startMs));
      },
      interrupt: (user) => this.interrupt(user),
    };
  }

  #define(element: PlanElement, context: CompileContext): Definition {
    const definition = define(element, context, this.#definitions.size, this.#options.jvm.frames);
    this.#definitions.set(element, definition);
    return definition;
  }

  /** Ends the test for all Java Requests, with the variables of the plan. All of them share this listener. */
  readonly #tearDown: PlanListener = this.#createTearDown();

  #createTearDown(): PlanListener {
    let placeholder: User | undefined;
    return {
      planStarted: (user) => {
        placeholder = user;
      },
      planEnded: () => {
        if (!placeholder || this.#failure) {
          return;
        }
        const { jvm } = this.#options;
        jvm.frames.begin(to.endTest);
        new VariableMirror().writeChanges(jvm.frames, placeholder.variables);
        jvm.frames.end();
        jvm.flush();
        return this.#testEnded.promise;
      },
    };
  }

  #call<T>(definition: Definition, user: User, read: (answer: FrameReader) => T): Promise<T> {
    if (this.#failure) {
      return Promise.reject(this.#failure);
    }
    return new Promise((resolve, reject) => {
      const jvmUser = this.#userOf(user);
      // Evaluated before the frame begins, because evaluation may throw.
      const texts = definition.textsOf(user);
      const sampler = definition.readsSampler ? user.sampler?.name.evaluate(user) : undefined;
      this.#write(definition, user, jvmUser, { texts, sampler });
      this.#calls.set(jvmUser.id, {
        user,
        jvmUser,
        reject,
        finish: (answer) => resolve(read(answer)),
      });
    });
  }

  #write(definition: Definition, user: User, jvmUser: JvmUser, { texts, sampler }: CallTexts): void {
    const { jvm } = this.#options;
    const { frames } = jvm;
    frames.begin(to.call);
    this.#properties.writeChanges(frames);
    frames.int(jvmUser.id);
    frames.int(definition.index);
    frames.byte(jvmUser.isKnown ? 0 : 1);
    if (!jvmUser.isKnown) {
      frames.text(user.name);
      frames.text(user.group.name);
      frames.int(user.number);
      jvmUser.isKnown = true;
    }
    frames.int(user.iteration);
    for (const text of texts) {
      frames.text(text);
    }
    jvmUser.variables.writeChanges(frames, user.variables);
    this.#writeSample(definition, user, jvmUser);
    frames.text(sampler);
    frames.end();
    jvm.flushSoon();
  }

  #writeSample({ readsSample }: Definition, { previousResult }: User, jvmUser: JvmUser): void {
    const { frames } = this.#options.jvm;
    if (!readsSample) {
      frames.byte(sampleSent.unread);
    } else if (!previousResult) {
      frames.byte(sampleSent.none);
      jvmUser.sample = undefined;
    } else if (previousResult === jvmUser.sample && previousResult.body === jvmUser.body) {
      frames.byte(sampleSent.changes);
      writeChangeable(frames, previousResult);
    } else {
      frames.byte(sampleSent.whole);
      writeSample(frames, previousResult);
      jvmUser.sample = previousResult;
      jvmUser.body = previousResult.body;
    }
  }

  #finish(frame: FrameReader): void {
    const id = frame.int();
    const call = this.#calls.get(id);
    if (!call) {
      return;
    }
    this.#calls.delete(id);
    const { user, jvmUser } = call;
    jvmUser.variables.readChanges(frame, user);
    this.#properties.readChanges(frame);
    readChanges(frame, jvmUser.sample);
    if (jvmUser.sample) {
      jvmUser.body = jvmUser.sample.body;
    }
    const how = frame.byte();
    if (how === status.done) {
      call.finish(frame);
      return;
    }
    const what = frame.text() ?? '';
    const message = frame.text() ?? '';
    call.reject(
      how === status.stopped
        ? new StopRequest(what as StopRequest['what'], message)
        : how === status.ended
          ? new UserFailure(message)
          : new Error(message),
    );
  }
}

function readOutcome(answer: FrameReader): AssertionOutcome {
  const name = answer.text() ?? '';
  const isFailure = answer.byte() === 1;
  const isError = answer.byte() === 1;
  const message = answer.text();
  return { name, isFailure, isError, message: message ?? '', hasEmptyMessage: message === '' };
}
