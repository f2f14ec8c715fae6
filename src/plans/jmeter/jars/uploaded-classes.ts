import { type ZipEntry, zipEntries } from '../../../lib/zip-entries.ts';
import type { PlanFile } from '../../plan-file.ts';
import { type ClassFile, readClassFile } from './class-file.ts';

/** Limits on what is read of the uploaded jars. */
const maxClassBytes = 4 * 2 ** 20;
const maxClasses = 5000;
const maxReadBytes = 64 * 2 ** 20;

/** The jars exceed the limits. */
export class TooManyClasses extends Error {}

export interface UploadedClass extends ClassFile {
  /** File that contains the class. */
  readonly jar: string;
}

interface Packed {
  readonly jar: string;
  readonly entry: ZipEntry;
}

/** Classes of uploaded jars, unpacked on demand. Throws BrokenZip. */
export class UploadedClasses {
  /** By name such as `java/lang/String`. A name may occur in several jars, and for several Java versions. */
  readonly #packed = new Map<string, Packed[]>();
  readonly #read = new Map<string, readonly UploadedClass[]>();
  #leftBytes = maxReadBytes;
  /** Other files by name, with the jars that contain them. */
  readonly resources = new Map<string, Packed[]>();

  constructor(jars: readonly Required<PlanFile>[]) {
    for (const { name: jar, content } of jars) {
      for (const entry of zipEntries(content)) {
        const name = /^(?:META-INF\/versions\/\d+\/)?(.+)\.class$/.exec(entry.name)?.[1];
        const found = name === undefined ? this.resources : this.#packed;
        const key = name ?? entry.name;
        const packed = found.get(key);
        if (packed) {
          packed.push({ jar, entry });
        } else {
          found.set(key, [{ jar, entry }]);
        }
      }
    }
  }

  get names(): Iterable<string> {
    return this.#packed.keys();
  }

  has(name: string): boolean {
    return this.#packed.has(name);
  }

  /** All classes of a name; empty if there are none. Throws BrokenZip, BrokenClass, TooManyClasses. */
  get(name: string): readonly UploadedClass[] {
    const known = this.#read.get(name);
    if (known) {
      return known;
    }
    if (this.#read.size >= maxClasses) {
      throw new TooManyClasses();
    }
    const read = (this.#packed.get(name) ?? []).map((packed) => this.#unpack(packed));
    this.#read.set(name, read);
    return read;
  }

  #unpack({ jar, entry }: Packed): UploadedClass {
    const bytes = entry.read(maxClassBytes);
    this.#leftBytes -= bytes.length;
    if (this.#leftBytes < 0) {
      throw new TooManyClasses();
    }
    return { ...readClassFile(bytes), jar };
  }

  /** The root classes and all classes they reference, including by string constants that are class names. */
  reachedFrom(roots: Iterable<string>): UploadedClass[] {
    const names = new Set([...roots].filter((name) => this.has(name)));
    const reached: UploadedClass[] = [];
    // Grows during the iteration.
    for (const name of names) {
      for (const each of this.get(name)) {
        reached.push(each);
        for (const other of [...each.classes, ...each.texts].map((text) => text.replaceAll('.', '/'))) {
          if (this.has(other)) {
            names.add(other);
          }
        }
      }
    }
    return reached;
  }
}
