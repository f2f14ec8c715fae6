import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComposeService } from './compose.ts';
import type { UnpackedImage } from './image-store.ts';
import { type OciContainer, ociConfig } from './oci-config.ts';

export interface ContainerOptions {
  name: string;
  /** For volumes and logs; kept over restarts of the container. */
  folder: string;
  image: UnpackedImage;
  settings: ComposeService;
  environment?: Record<string, string>;
  /** Replaces entrypoint and command of the image. */
  command?: readonly string[];
  /** Host paths of read-only files by their path in the container. */
  files?: Record<string, string>;
}

export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** A container that runc runs as Docker Compose would, but with the network of this machine. Requires root. */
export class Container {
  readonly #options: ContainerOptions;
  #process: ChildProcess | undefined;

  constructor(options: ContainerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { folder, image, settings, environment, command } = this.#options;
    await mkdir(folder, { recursive: true });
    const container: OciContainer = {
      root: image.root,
      image: image.config,
      settings,
      environment: { ...settings.environment, ...environment },
      binds: await this.#binds(),
      ...(command && { command }),
    };
    await writeFile(join(folder, 'config.json'), JSON.stringify(ociConfig(container)));
    const log = await open(this.#logPath, 'a');
    this.#process = spawn('runc', [...this.#state, 'run', '--bundle', folder, this.#options.name], {
      stdio: ['ignore', log.fd, log.fd],
    });
    await log.close();
  }

  /** Runs a command in the container, as its user. */
  exec(...command: string[]): Promise<CommandResult> {
    return runRunc(...this.#state, 'exec', this.#options.name, ...command);
  }

  /** Runs the health check of the image. */
  async isHealthy(): Promise<boolean> {
    if (!this.isRunning) throw new Error(`The container has exited:\n${await this.log()}`);
    const [, ...command] = this.#options.image.config.Healthcheck.Test;
    return (await this.exec(...command)).code === 0;
  }

  get isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null;
  }

  log(): Promise<string> {
    return readFile(this.#logPath, 'utf8');
  }

  /** Ends the container as `docker stop` does; returns its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const child = this.#process;
    if (child === undefined) return null;
    if (this.isRunning) {
      const exited = once(child, 'exit');
      await runRunc(...this.#state, 'kill', this.#options.name, signal);
      await exited;
    }
    await runRunc(...this.#state, 'delete', '--force', this.#options.name);
    return child.exitCode;
  }

  /** New volumes get the owner of the folder in the image, as in Docker. */
  async #binds(): Promise<OciContainer['binds']> {
    const { folder, image, settings, files = {} } = this.#options;
    const binds = new Map<string, { path: string; isReadOnly: boolean }>();
    const named = (settings.volumes ?? []).map((volume) => volume.slice(volume.indexOf(':') + 1));
    for (const target of new Set([...Object.keys(image.config.Volumes ?? {}), ...named])) {
      const path = join(folder, 'volumes', target);
      await mkdir(path, { recursive: true });
      const { uid, gid } = await stat(join(image.root, target));
      await chown(path, uid, gid);
      binds.set(target, { path, isReadOnly: false });
    }
    const own = ['/etc/hosts', '/etc/resolv.conf'];
    for (const path of own) binds.set(path, { path, isReadOnly: true });
    for (const [target, path] of Object.entries(files)) binds.set(target, { path, isReadOnly: true });
    return binds;
  }

  get #state(): string[] {
    return ['--root', join(this.#options.folder, 'runc')];
  }

  get #logPath(): string {
    return join(this.#options.folder, 'log');
  }
}

function runRunc(...args: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile('runc', args, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      resolve({ code, stdout, stderr });
    });
  });
}
