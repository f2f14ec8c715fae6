import type { FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Browser } from '../accounts/accounts.ts';
import { type Door, refusal } from '../domain/access.ts';
import type { Actor } from '../domain/account.ts';
import type { ErrorDetail } from '../domain/errors.ts';
import type { StagedFile } from '../runs/runs.ts';
import type { Dialect } from './aliases.ts';
import type { ApiDeps } from './deps.ts';
import { build } from './doors.ts';
import { type Addresses, addressesFor } from './hal/links.ts';
import { readFields } from './params/fields.ts';
import { invalid } from './params/grid-spec.ts';
import { isTree, type ParamTree, parseNested } from './params/nested.ts';
import { queryOf, readParams } from './params/read-params.ts';
import { UploadSession } from './params/uploads.ts';

/** What the audit log would not know otherwise. */
export interface Note {
  actor?: Actor;
  email?: string;
  target?: string;
}

/** One request as the resources see it. */
export class Exchange {
  readonly request: FastifyRequest;
  readonly deps: ApiDeps;
  /** Whose names the answer uses; a body may still change it. */
  dialect: Dialect;
  /** Content type of a JSON answer. */
  readonly jsonType: string;
  /** Asked for by one of our own pages, under /app/api. */
  readonly isFromPage: boolean;
  /** Where the request comes from. */
  readonly address: string;
  /** For the audit log: who it turned out to be, where the door is open, and what was meant. */
  readonly note: Note = {};
  #actor: Actor | undefined;
  readonly #identify: () => Promise<Actor | undefined>;
  readonly #admit: () => Promise<Actor | undefined>;

  constructor(
    request: FastifyRequest,
    deps: ApiDeps,
    settled: {
      dialect: Dialect;
      jsonType: string;
      actor: Actor | undefined;
      isFromPage: boolean;
      address: string;
      identify: () => Promise<Actor | undefined>;
      /** Asks at the door once more; throws what it says. */
      admit: () => Promise<Actor | undefined>;
    },
  ) {
    this.request = request;
    this.deps = deps;
    this.dialect = settled.dialect;
    this.jsonType = settled.jsonType;
    this.#actor = settled.actor;
    this.isFromPage = settled.isFromPage;
    this.address = settled.address;
    this.#identify = settled.identify;
    this.#admit = settled.admit;
  }

  get browser(): Browser {
    return { address: this.address, userAgent: this.request.headers['user-agent'] ?? '' };
  }

  /** Looks again who asks: they may have been removed, or signed out, since the request came. */
  identify(): Promise<Actor | undefined> {
    return this.#identify();
  }

  /** Undefined for a stranger; only doors that are open or for a public run let those in. */
  get visitor(): Actor | undefined {
    return this.#actor;
  }

  /** What links begin with, so that they work for whoever asked. */
  get prefix(): string {
    return this.isFromPage ? '/app/api' : '/api';
  }

  /** Only where the door wants a person. */
  get actor(): Actor {
    if (!this.#actor) throw new Error('This route has no actor: its door is open.');
    return this.#actor;
  }

  get addresses(): Addresses {
    return { ...addressesFor(this.deps.options, this.request.headers), isForViewer: !this.may(build) };
  }

  /** Whether whoever asks may also do what this door is for. */
  may(door: Exclude<Door, string>): boolean {
    return this.#actor !== undefined && refusal(this.#actor, door) === undefined;
  }

  param(name: string): string {
    return (this.request.params as Record<string, string | undefined>)[name] ?? '';
  }

  get rawQuery(): URLSearchParams {
    return new URLSearchParams(queryOf(this.request.raw.url ?? ''));
  }

  /** The query parameters that `schema` names, or an error with every problem. */
  query<S extends TObject>(schema: S): Partial<Static<S>> {
    const entries = [...this.rawQuery].map(([key, value]) => ({ key, value }));
    const { tree } = parseNested(entries, new Set(Object.keys(schema.properties)));
    return fieldsOrThrow(schema, tree, '');
  }

  /** The fields of `root[...]` from query string and body. */
  async fields<S extends TObject>(root: string, schema: S): Promise<Partial<Static<S>>> {
    const tree = await this.params([root]);
    const inner = tree[root];
    return fieldsOrThrow(schema, isTree(inner) ? inner : undefined, root);
  }

  async params(roots: readonly string[]): Promise<ParamTree> {
    return this.#read(roots, undefined);
  }

  /** Hands over parameters and uploaded files; the files are discarded unless `use` succeeds. */
  async withUploads<T>(
    roots: readonly string[],
    use: (tree: ParamTree, files: StagedFile[]) => Promise<T>,
  ): Promise<T> {
    const { uploads, options, log } = this.deps;
    const session = new UploadSession(uploads, options.uploadLimitBytes, options);
    try {
      const tree = await this.#read(roots, session);
      return await use(tree, session.files);
    } catch (error) {
      await session.discard().catch((cause: unknown) => {
        log.warn(
          { err: cause, requestId: this.request.id },
          'uploads of a failed request could not be discarded',
        );
      });
      throw error;
    }
  }

  /** Hands over parameters and uploaded files to look at; the files are discarded in any case. */
  async lookAtUploads<T>(
    roots: readonly string[],
    use: (tree: ParamTree, files: StagedFile[]) => Promise<T>,
  ): Promise<T> {
    const { uploads, options } = this.deps;
    const session = new UploadSession(uploads, options.uploadLimitBytes, options);
    try {
      return await use(await this.#read(roots, session), session.files);
    } finally {
      await session.discard();
    }
  }

  useOriginalNames(): void {
    this.dialect = 'original';
  }

  async #read(roots: readonly string[], session: UploadSession | undefined): Promise<ParamTree> {
    const { options, readJsonFile } = this.deps;
    const parsed = await readParams(this.request.raw, {
      roots: new Set(roots),
      uploads: session && { session, limitBytes: options.uploadLimitBytes, readJsonFile },
    });
    if (parsed.usesOriginalNames) this.useOriginalNames();
    // A body takes as long as its sender likes: whoever was let in before may be out by now, or may less.
    this.#actor = await this.#admit();
    return parsed.tree;
  }
}

function fieldsOrThrow<S extends TObject>(
  schema: S,
  tree: ParamTree | undefined,
  prefix: string,
): Partial<Static<S>> {
  const problems: ErrorDetail[] = [];
  const fields = readFields(schema, tree, prefix, problems);
  if (problems.length > 0) throw invalid(problems);
  return fields;
}
