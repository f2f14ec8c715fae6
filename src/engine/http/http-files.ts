import { readFileSync, statSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { elementProperty, isElement, listProperty, type PlanElement } from '../../jmx/plan-tree.ts';
import type { CompileContext, Text, User } from '../core.ts';
import { JavaException } from './http-failure.ts';

/** A file to send, in plan order. */
export interface HttpFile {
  readonly path: Text;
  readonly parameter: Text;
  readonly type: Text;
}

export interface EvaluatedFile {
  readonly path: string;
  /** Empty: the file is the whole body. */
  readonly parameter: string;
  readonly type: string;
}

/** Current JMeter versions ignore the single-file properties of old plans. */
export function compileFiles(element: PlanElement, context: CompileContext): HttpFile[] {
  const list = elementProperty(element, 'HTTPsampler.Files');
  return (list ? listProperty(list, 'HTTPFileArgs.files') : [])
    .map((item) => item.value)
    .filter(isElement)
    .map((file) => ({
      path: context.text(file, 'File.path'),
      parameter: context.text(file, 'File.paramname'),
      type: context.text(file, 'File.mimetype'),
    }));
}

export const evaluateFiles = (files: readonly HttpFile[], user: User): EvaluatedFile[] =>
  files.map(({ path, parameter, type }) => ({
    path: path.evaluate(user),
    parameter: parameter.evaluate(user),
    type: type.evaluate(user),
  }));

const maxKeptBytes = 64 * 1024 * 1024;

/** Cache of the files that a worker sends. A file is read again when its time or size has changed. */
export class FileBodies {
  readonly #folder: string;
  readonly #kept = new Map<string, { mtimeMs: number; bytes: Buffer }>();
  #keptBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  nameOf(path: string): string {
    return basename(path);
  }

  /** Throws Java's error when the file cannot be read. */
  read(path: string): Buffer {
    const whole = isAbsolute(path) ? path : resolve(this.#folder, path);
    try {
      const { mtimeMs, size } = statSync(whole);
      const known = this.#kept.get(whole);
      if (known && known.mtimeMs === mtimeMs && known.bytes.length === size) {
        return known.bytes;
      }
      const bytes = readFileSync(whole);
      this.#keep(whole, mtimeMs, bytes);
      return bytes;
    } catch (error) {
      throw new JavaException('java.io.FileNotFoundException', `${whole} (${reasonOf(error)})`);
    }
  }

  #keep(path: string, mtimeMs: number, bytes: Buffer): void {
    this.#keptBytes += bytes.length - (this.#kept.get(path)?.bytes.length ?? 0);
    this.#kept.set(path, { mtimeMs, bytes });
    if (this.#keptBytes > maxKeptBytes) {
      this.#kept.clear();
      this.#keptBytes = 0;
    }
  }
}

const fileBodiesKey = Symbol('file bodies');

/** One cache for each worker. */
export const fileBodiesOf = (context: CompileContext): FileBodies =>
  context.shared(fileBodiesKey, () => new FileBodies(context.environment.filesFolder));

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'No such file or directory';
    case 'EACCES':
      return 'Permission denied';
    case 'EISDIR':
      return 'Is a directory';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
