import { type PlanElement, textProperty } from '../../jmx/plan-tree.ts';
import { jvmScriptProblem } from '../../jmx/proven/jvm-script-rule.ts';
import { isOf, scriptDialect, scriptProperties } from '../../jmx/proven/script-elements.ts';
import type { Dialect } from '../../languages/jvm/script-tokens.ts';
import {
  type CompileContext,
  type OutsideScript,
  type OutsideScripts,
  StopRequest,
  type Text,
  type User,
  UserFailure,
} from '../core.ts';
import { evaluatedAtStart } from '../languages/evaluated-at-start.ts';
import { stopForUnsupported } from '../languages/stop-for-unsupported.ts';
import type { AssertionOutcome, Result } from '../state/result.ts';
import type { FrameReader } from './frame-reader.ts';
import { JvmDocuments } from './jvm-documents.ts';
import { readChanges, readSample, writeChangeable, writeSample } from './sample-fields.ts';
import type { ScriptJvm } from './script-jvm.ts';
import { VariableMirror } from './variable-mirror.ts';

/** Kinds of frames to the JVM. */
const to = { call: 1, define: 2, start: 3, interrupt: 4, endUser: 5 } as const;
/** Kinds of frames from the JVM. */
const from = { ready: 1, answer: 2, log: 3, document: 20 } as const;
const status = { done: 0, stopped: 1, failed: 2, ended: 3 } as const;
const sampleSent = { none: 0, whole: 1, changes: 2, unread: 3 } as const;

interface Definition {
  readonly index: number;
  readonly name: Text;
  readonly source: Text;
  readonly parameters: Text;
  readonly dialect: Dialect | undefined;
  /** Whether its script may read a sample. */
  readonly readsSample: boolean;
}

/** Texts of one call. Those of the element are undefined where they are constant. */
interface CallTexts {
  readonly name: string | undefined;
  readonly source: string | undefined;
  readonly parameters: string | undefined;
  readonly sampler: string | undefined;
}

/** A user as the JVM knows it. */
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

/** Properties as the engine and scripts share them. */
export interface SharedProperties extends Iterable<[string, string]> {
  /** Sets or removes a property without reporting it as a change. */
  applyRemote(name: string, value: string | undefined): void;
}

export interface JvmScriptsOptions {
  /** Starts the JVM, which passes frames to `receive`. */
  jvm: ScriptJvm;
  properties: SharedProperties;
  log(level: 'info' | 'warn' | 'error', text: string): void;
  /** Elements whose scripts run in the JVM, or whose documents are read there. */
  isMeant(element: PlanElement): boolean;
}

/** Runs scripts in a JVM, with the classes of JMeter. A user waits for one call at a time. */
export class JvmScripts implements OutsideScripts {
  readonly documents: JvmDocuments;
  readonly #options: JvmScriptsOptions;
  readonly #definitions = new Map<PlanElement, Definition>();
  readonly #calls = new Map<number, Call>();
  readonly #changedProperties = new Map<string, string | undefined>();
  readonly #proven = new Set<string>();
  readonly #ready = Promise.withResolvers<void>();
  #users = 0;
  #failure: StopRequest | undefined;

  constructor(options: JvmScriptsOptions) {
    this.#options = options;
    this.documents = new JvmDocuments(options.jvm, options.isMeant);
    // `start` returns it as well.
    this.#ready.promise.catch(() => {});
  }

  /** Compiles the scripts that are known by now. Resolves when the JVM is ready for calls. */
  start(): Promise<void> {
    const { frames } = this.#options.jvm;
    frames.begin(to.start);
    const all = [...this.#options.properties];
    frames.int(all.length);
    for (const [name, value] of all) {
      frames.text(name);
      frames.text(value);
    }
    frames.end();
    this.#changedProperties.clear();
    this.#options.jvm.flush();
    return this.#ready.promise;
  }

  /** A property was set or removed in the engine. */
  noteProperty(name: string, value: string | undefined): void {
    this.#changedProperties.set(name, value);
  }

  /** The JVM has ended: every user that waits for it stops the test. */
  fail(reason: string): void {
    this.#failure = new StopRequest('test-now', reason);
    this.#ready.reject(new Error(reason));
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
        // Its script may never end.
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
    const { name, source, parameters } = definition;
    return {
      name,
      planListener: isEvaluatedAtStart(element.kind)
        ? evaluatedAtStart(element, context, [parameters, source])
        : undefined,
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
    const { kind } = element;
    const names = scriptProperties(kind);
    const source = context.text(element, names.script);
    const definition: Definition = {
      index: this.#definitions.size,
      name: context.compile(element.name),
      source,
      parameters: context.text(element, names.parameters),
      dialect: scriptDialect(element),
      readsSample: readsSample(kind, source.constant),
    };
    this.#definitions.set(element, definition);
    const { frames } = this.#options.jvm;
    frames.begin(to.define);
    frames.text(kind);
    frames.text(textProperty(element, 'scriptLanguage'));
    frames.text(names.keeping === undefined ? '' : textProperty(element, names.keeping));
    frames.text(definition.name.constant);
    frames.text(source.constant);
    frames.text(definition.parameters.constant);
    frames.byte(definition.readsSample ? 1 : 0);
    frames.end();
    return definition;
  }

  #call<T>(definition: Definition, user: User, read: (answer: FrameReader) => T): Promise<T> {
    if (this.#failure) {
      return Promise.reject(this.#failure);
    }
    return new Promise((resolve, reject) => {
      const jvmUser = this.#userOf(user);
      // Before the frame begins: evaluating a text may fail.
      const texts = this.#textsOf(definition, user);
      this.#write(definition, user, jvmUser, texts);
      this.#calls.set(jvmUser.id, {
        user,
        jvmUser,
        reject,
        finish: (answer) => resolve(read(answer)),
      });
    });
  }

  /** JMeter evaluates all of them each time. */
  #textsOf({ name, source, parameters, dialect }: Definition, user: User): CallTexts {
    const evaluated = (each: Text) => (each.constant === undefined ? each.evaluate(user) : undefined);
    const given = evaluated(parameters);
    const text = evaluated(source);
    if (text !== undefined && dialect !== undefined && !this.#proven.has(`${dialect} ${text}`)) {
      const problem = jvmScriptProblem(text, dialect);
      if (problem !== undefined) {
        stopForUnsupported(user, `A script has ${problem}`);
      }
      this.#proven.add(`${dialect} ${text}`);
    }
    return {
      name: evaluated(name),
      source: text,
      parameters: given,
      sampler: user.sampler?.name.evaluate(user),
    };
  }

  #write(definition: Definition, user: User, jvmUser: JvmUser, texts: CallTexts): void {
    const { jvm } = this.#options;
    const { frames } = jvm;
    frames.begin(to.call);
    frames.int(this.#changedProperties.size);
    for (const [name, value] of this.#changedProperties) {
      frames.text(name);
      frames.text(value);
    }
    this.#changedProperties.clear();
    frames.int(jvmUser.id);
    frames.int(definition.index);
    frames.byte(jvmUser.isKnown ? 0 : 1);
    if (!jvmUser.isKnown) {
      frames.text(user.name);
      frames.text(user.group.name);
      frames.int(user.number);
      jvmUser.isKnown = true;
    }
    frames.text(texts.name);
    frames.text(texts.source);
    frames.text(texts.parameters);
    jvmUser.variables.writeChanges(frames, user.variables);
    this.#writeSample(definition, user, jvmUser);
    frames.text(texts.sampler);
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
    for (let left = frame.int(); left > 0; left--) {
      this.#options.properties.applyRemote(frame.text() ?? '', frame.text());
    }
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

/** JMeter evaluates properties of elements that listen to the start of the test. */
const isEvaluatedAtStart = (kind: string) =>
  !isOf(kind, 'BSF') && kind !== 'BeanShellSampler' && kind !== 'BeanShellAssertion';

/** Some elements read the last sample for any script: those of BSF pass it to their engine, which rejects null. */
const readsSample = (kind: string, script: string | undefined) =>
  isOf(kind, 'BSF') ||
  kind === 'BeanShellPostProcessor' ||
  kind === 'BeanShellAssertion' ||
  script === undefined ||
  /\b(?:prev|SampleResult|Response|ctx|getContext)\b/.test(script);

function readOutcome(answer: FrameReader): AssertionOutcome {
  const name = answer.text() ?? '';
  const isFailure = answer.byte() === 1;
  const isError = answer.byte() === 1;
  const message = answer.text();
  return { name, isFailure, isError, message: message ?? '', hasEmptyMessage: message === '' };
}
