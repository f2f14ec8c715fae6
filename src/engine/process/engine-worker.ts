import type { GeneratorReport } from '../../domain/generator.ts';
import type { InFlight } from '../../domain/in-flight.ts';
import type { LiveControl } from '../../domain/live-control.ts';
import { isReadInJvm } from '../../jmx/jvm-documents.ts';
import { findJvmScripts } from '../../jmx/jvm-scripts.ts';
import type { PlanElement } from '../../jmx/plan-tree.ts';
import type { EngineOptions } from '../../tool-process/engine-options.ts';
import { textFunctions } from '../functions/functions.ts';
import { traceParents } from '../http/trace-parent.ts';
import { areSubResultsSaved } from '../listeners/sub-results-saved.ts';
import { PlanRun } from '../scheduler/plan-run.ts';
import type { WorkerContext } from '../scheduler/worker-context.ts';
import { JvmScripts } from '../script-jvm/jvm-scripts.ts';
import { ScriptJvm } from '../script-jvm/script-jvm.ts';
import { VariableNames } from '../state/variables.ts';
import { BroadcastProperties } from './broadcast-properties.ts';
import { CrossThreadNumbers } from './cross-thread-numbers.ts';
import { EngineClock } from './engine-clock.ts';
import { EngineLog } from './engine-log.ts';
import type { EngineMemory } from './engine-memory.ts';
import type { EngineListeners } from './engine-runner.ts';
import { ErrorSamples } from './error-samples.ts';
import { LoadWatch, type WorkerLoad } from './load-watch.ts';
import { ResultsJtl } from './results-jtl.ts';
import { SampleRecorder } from './sample-recorder.ts';

/** The `User-Agent` of Apache JMeter 5.6.3. The Java version in it has no meaning here. */
export const userAgent = 'Apache-HttpClient/4.5.14 (Java/17.0.15)';

export interface EngineWorkerOptions extends EngineListeners {
  engine: EngineOptions;
  /** As `loadPlan` returns it. */
  plan: PlanElement;
  memory: EngineMemory;
  /** Position among several workers; undefined: the only worker. */
  place?: Omit<WorkerContext, 'users'>;
  onStop?(isAtOnce: boolean): void;
  /** Called when this worker sets a property. */
  onProperty?(name: string, value: string): void;
  /** Receives the load report each second. Unset: the recorder writes it to the sample blocks. */
  onLoad?(report: GeneratorReport): void;
}

/** Runs a plan for the users of one worker. */
export class EngineWorker {
  readonly log: EngineLog;
  readonly samples: SampleRecorder;
  readonly #clock = new EngineClock();
  readonly #run: PlanRun;
  readonly #watch: LoadWatch;
  readonly #properties: BroadcastProperties;
  readonly #scripts: { jvm: ScriptJvm; scripts: JvmScripts } | undefined;
  /** Why the run ended early. */
  readonly problems: string[] = [];
  /** Requests that were aborted in flight. */
  abortedInFlight: InFlight = { requests: 0, oldestMs: 0 };

  /** Throws when the plan cannot be compiled. */
  constructor(options: EngineWorkerOptions) {
    const { engine, plan, memory, place } = options;
    this.log = new EngineLog(engine.logPath);
    const numbers = place && new CrossThreadNumbers(memory.numbers);
    this.#properties = new BroadcastProperties(
      engine.properties,
      (name, value) => {
        options.onProperty?.(name, value);
        this.#scripts?.scripts.noteProperty(name, value);
      },
      (name) => this.#scripts?.scripts.noteProperty(name, undefined),
    );
    this.#scripts = this.#startJvm(options);
    this.samples = new SampleRecorder({
      path: engine.samplesPath,
      areSubResultsSaved: areSubResultsSaved(this.#properties),
      nowMs: this.#clock.nowMs,
      usersNow: () => this.#run.runner.activeUsers,
      generator: () => this.#report(options),
      part: { index: place?.index ?? 0, count: place?.count ?? 1 },
      errors: engine.errorSamplesPath === undefined ? undefined : new ErrorSamples(engine.errorSamplesPath),
      jtl: new ResultsJtl({
        path: engine.resultsPath,
        maxBytes: engine.maxResultsBytes,
        written: new BigInt64Array(memory.jtlBytes),
      }),
    });
    this.#run = new PlanRun(plan, {
      environment: {
        properties: this.#properties,
        functions: textFunctions,
        variableNames: new VariableNames(),
        planName: engine.planName,
        filesFolder: engine.filesFolder,
        leasedFiles: engine.leasedFiles,
        userAgent,
        nextTraceParent:
          engine.traceparent === undefined ? undefined : traceParents(engine.traceparent === 'sampled'),
        nowMs: this.#clock.nowMs,
        cachedNowMs: this.#clock.cachedNowMs,
        wheelTimer: this.#clock.wheelTimer,
        random: Math.random,
        log: (level, text) => this.log.write(level, text),
        outsideScripts: this.#scripts?.scripts,
        outsideDocuments: this.#scripts?.scripts.documents,
        ...(numbers ? { numbers } : {}),
      },
      ...(place ? { worker: { ...place, users: new Int32Array(memory.users) } } : {}),
      seed: engine.seed,
      recorder: this.samples,
      ...(options.onStop ? { onStop: options.onStop } : {}),
      onRefusal: options.onRefusal,
      onWarning: options.onWarning,
    });
    this.#run.prepare();
    numbers?.freeze();
    this.#watch = new LoadWatch(() => this.#run.runner.activeUsers, this.#run.runner.lag);
    this.samples.onLost = (error) => {
      this.log.write('error', `Cannot write the results: ${error.message}`);
      options.onStop?.(true);
      this.stop(true);
    };
  }

  #startJvm({ engine, plan }: EngineWorkerOptions): { jvm: ScriptJvm; scripts: JvmScripts } | undefined {
    if (!engine.scriptJvm) {
      return undefined;
    }
    const meant = findJvmScripts([plan]);
    const jvm = new ScriptJvm({
      command: engine.scriptJvm,
      folder: engine.filesFolder,
      onFrame: (frame) => scripts.receive(frame),
      onLine: (line) => this.log.write('info', line),
      onEnd: (reason) => {
        this.log.write('error', reason);
        this.problems.push(reason);
        scripts.fail(reason);
        this.stop(true);
      },
    });
    const scripts = new JvmScripts({
      jvm,
      properties: this.#properties,
      log: (level, text) => this.log.write(level, text),
      isMeant: (element) => meant.has(element) || isReadInJvm(element),
    });
    return { jvm, scripts };
  }

  /** Resolves when scripts in a JVM are compiled; rejects with the reason when the JVM does not start. */
  async ready(): Promise<void> {
    await this.#scripts?.scripts.start();
  }

  #report({ onLoad }: EngineWorkerOptions): GeneratorReport | undefined {
    const report = { ...this.#watch.takeReport(), inFlight: this.#run.inFlight };
    onLoad?.(report);
    return onLoad ? undefined : report;
  }

  async run(clockOffsetMs: number): Promise<WorkerLoad> {
    this.#watch.begin();
    this.samples.start(clockOffsetMs);
    await this.#run.run();
    await this.#scripts?.jvm.end();
    this.samples.finish();
    return { ...this.#watch.summary, samples: this.samples.count };
  }

  control(control: LiveControl): void {
    this.#run.control(control);
  }

  stop(isAtOnce: boolean): void {
    this.#run.stop(isAtOnce);
  }

  abortInFlight(): void {
    this.abortedInFlight = this.#run.abortInFlight();
  }

  /** Applies a property that another worker has set. */
  applyRemoteProperty(name: string, value: string): void {
    this.#properties.applyRemote(name, value);
  }

  close(): void {
    this.#scripts?.jvm.close();
    this.#clock.stop();
    this.samples.close();
    this.log.close();
  }
}
