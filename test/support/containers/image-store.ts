import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { afterwards } from '../afterwards.ts';
import { makeDebianRoot } from '../debian-root.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** An image, unpacked. */
export interface UnpackedImage {
  /** Its file system. */
  root: string;
  config: ImageConfig;
  /** Uncompressed, such as `392 MB`. */
  size: string;
}

/** The part of an image's configuration that containers need. */
export interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Volumes: Record<string, unknown>;
  /** `CMD`, then the command. */
  Healthcheck: { Test: string[] };
}

const run = promisify(execFile);
const timeout = 20 * 60_000;
const maxBuffer = 2 ** 27;
const baseName = 'docker.io/library/debian:bookworm-slim';
/** Paths that Debian's slim images omit. These also have only the base package of Perl, so they are smaller. */
const slim = ['doc', 'info', 'linda', 'lintian', 'locale', 'man'].map(
  (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
);

/** Images that buildah builds from Dockerfiles, without any registry. Requires root. */
export class ImageStore {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(t: TestContext): Promise<ImageStore> {
    const folder = await temporaryFolder(t);
    const store = new ImageStore(folder);
    afterwards(t, () => store.#close());
    return store;
  }

  /** Makes the image that our Dockerfile names as its base, from the packages of Debian. */
  async makeBase(): Promise<void> {
    const tar = join(this.#folder, 'base.tar');
    await makeDebianRoot(tar, [], [...slim, '--format=tar']);
    const container = await this.#buildah('from', 'scratch');
    await this.#buildah('add', '--quiet', container, tar, '/');
    await this.#buildah('commit', '--quiet', '--rm', container, baseName);
    await rm(tar);
  }

  async build(
    target: string,
    { dockerfile, context }: { dockerfile: string; context: string },
  ): Promise<void> {
    const files = ['--file', dockerfile, '--target', target, '--tag', target];
    // HEALTHCHECK exists in the format of Docker only.
    await this.#buildah(
      'build',
      '--pull-never',
      '--layers',
      '--format=docker',
      '--isolation=chroot',
      ...files,
      context,
    );
  }

  async unpack(image: string): Promise<UnpackedImage> {
    const container = await this.#buildah('from', '--pull-never', image);
    const root = await this.#buildah('mount', container);
    const { Docker } = JSON.parse(await this.#buildah('inspect', '--type=image', image));
    const [{ size }] = JSON.parse(await this.#buildah('images', '--json', image));
    return { root, config: Docker.config, size };
  }

  /** Makes an image that contains only a statically linked program. */
  async makeFromProgram(image: string, program: string): Promise<void> {
    const container = await this.#buildah('from', 'scratch');
    await this.#buildah('copy', '--quiet', container, program, '/program');
    await this.#buildah('config', '--entrypoint', '["/program"]', container);
    await this.#buildah('commit', '--quiet', '--rm', container, image);
  }

  /** Writes an image to a file that containerd can import, with this name. */
  async save(image: string, file: string, name: string): Promise<void> {
    await this.#buildah('push', '--quiet', image, `docker-archive:${file}:${name}`);
  }

  /** Unmounts everything below the folder, which is removed next. */
  async #close(): Promise<void> {
    const mounts = (await readFile('/proc/self/mounts', 'utf8'))
      .split('\n')
      .map((line) => line.split(' ')[1] ?? '');
    const own = mounts.filter((path) => path.startsWith(`${this.#folder}/`));
    for (const path of own.toReversed()) await run('umount', [path]);
  }

  async #buildah(...args: string[]): Promise<string> {
    const store = ['--root', join(this.#folder, 'store'), '--runroot', join(this.#folder, 'run')];
    const { stdout } = await run('buildah', [...store, '--storage-driver=overlay', ...args], {
      timeout,
      maxBuffer,
    });
    return stdout.trim();
  }
}
