import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type FrameReader, FrameSplitter } from './frame-reader.ts';
import { FrameWriter } from './frame-writer.ts';

export interface ScriptJvmOptions {
  /** The program and its arguments. */
  command: readonly string[];
  /** Working folder, against which scripts resolve file names. JMeter's classes get it as the folder of the plan. */
  folder: string;
  env?: NodeJS.ProcessEnv;
  onFrame(frame: FrameReader): void;
  /** A line that a script or the JVM has printed. */
  onLine(line: string): void;
  /** The JVM has ended unexpectedly. */
  onEnd(reason: string): void;
}

const reasonLines = 5;
const endLimitMs = 5000;

/** The process that runs scripts. The frames of one event-loop turn are sent in one write. */
export class ScriptJvm {
  readonly frames = new FrameWriter();
  readonly #child: ChildProcess;
  readonly #options: ScriptJvmOptions;
  readonly #lastLines: string[] = [];
  readonly #closed = Promise.withResolvers<void>();
  #isFlushing = false;
  #isClosed = false;
  #hasEnded = false;

  constructor(options: ScriptJvmOptions) {
    this.#options = options;
    const [program = 'java', ...args] = options.command;
    const child = spawn(program, [...args, options.folder], {
      cwd: options.folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: options.env ?? process.env,
    });
    this.#child = child;
    const splitter = new FrameSplitter();
    child.stdout.on('data', (chunk: Buffer) => {
      if (this.#hasEnded) {
        return;
      }
      try {
        for (const frame of splitter.add(chunk)) {
          options.onFrame(frame);
        }
      } catch (error) {
        // A script has written to the file descriptor of the frames.
        this.#end(`sent invalid data: ${error instanceof Error ? error.message : String(error)}`);
        child.kill('SIGKILL');
      }
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      this.#lastLines.push(line);
      if (this.#lastLines.length > reasonLines) {
        this.#lastLines.shift();
      }
      options.onLine(line);
    });
    // The exit of the JVM is reported instead.
    child.stdin.on('error', () => {});
    child.once('error', (error) => this.#end(`cannot be started: ${error.message}`));
    child.once('close', (code, signal) =>
      this.#end(signal ? `was ended by ${signal}` : `ended with exit code ${code}`),
    );
  }

  #end(what: string): void {
    if (this.#hasEnded) {
      return;
    }
    this.#hasEnded = true;
    this.#closed.resolve();
    if (!this.#isClosed) {
      const lines = this.#lastLines.length === 0 ? '' : ` Its last lines: ${this.#lastLines.join(' | ')}`;
      this.#options.onEnd(`The JVM that runs scripts of the plan ${what}.${lines}`);
    }
  }

  /** Sends the collected frames at the end of this event-loop turn. */
  flushSoon(): void {
    if (!this.#isFlushing) {
      this.#isFlushing = true;
      setImmediate(() => this.flush());
    }
  }

  flush(): void {
    this.#isFlushing = false;
    if (!this.frames.isEmpty && !this.#hasEnded) {
      this.#child.stdin?.write(this.frames.take());
    }
  }

  /** Closes the JVM's input, so that it exits and runs its shutdown hooks. Kills it after 5 s. */
  async end(): Promise<void> {
    this.flush();
    this.#isClosed = true;
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.close(), endLimitMs);
    await this.#closed.promise;
    clearTimeout(timer);
  }

  close(): void {
    this.#isClosed = true;
    this.#child.kill('SIGKILL');
  }
}
