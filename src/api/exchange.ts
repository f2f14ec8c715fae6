import type { FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Browser } from '../accounts/accounts.ts';
import { type AccessRule, refusal } from '../domain/access.ts';
import type { Actor } from '../domain/account.ts';
import type { ErrorDetail } from '../domain/errors.ts';
import type { StagedFile } from '../runs/runs.ts';
import { gridAccess } from './access-rules.ts';
import type { Dialect } from './aliases.ts';
import type { ApiDeps } from './deps.ts';
import { type Addresses, addressesFor } from './hal/links.ts';
import { readFields } from './params/fields.ts';
import { invalid } from './params/grid-spec.ts';
import { isTree, type ParamTree, parseNested } from './params/nested.ts';
import { queryOf, readParams } from './params/read-params.ts';
import { UploadSession } from './params/uploads.ts';

/** Additional data for the audit log. */
export interface Note {
  actor?: Actor;
  email?: string;
  target?: string;
}

/** One request and its context, passed to the resources. */
export class Exchange {
  readonly request: FastifyRequest;
  readonly deps: ApiDeps;
  /** Naming scheme of the response; the body may still change it. */
  dialect: Dialect;
  /** Content type of a JSON response. */
  readonly jsonType: string;
  /** Requested by the dashboard, below /app/api. */
  readonly isFromPage: boolean;
  /** Client address. */
  readonly address: string;
  /** For the audit log: the user of an unauthenticated operation, and the target. */
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
      /** Checks the access again; throws if it is no longer allowed. */
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

  /** Authenticates again: the user may have been removed or signed out since the request started. */
  identify(): Promise<Actor | undefined> {
    return this.#identify();
  }

  /** Undefined without authentication; only for open operations and public runs. */
  get visitor(): Actor | undefined {
    return this.#actor;
  }

  /** Base URLs of links, valid for the client. */
  get prefix(): string {
    return this.isFromPage ? '/app/api' : '/api';
  }

  /** Only for operations that require authentication. */
  get actor(): Actor {
    if (!this.#actor) throw new Error('This route has no actor: it needs no authentication.');
    return this.#actor;
  }

  get addresses(): Addresses {
    return { ...addressesFor(this.deps.options, this.request.headers), isForViewer: !this.may(gridAccess) };
  }

  /** Whether the caller also has this permission. */
  may(rule: Exclude<AccessRule, string>): boolean {
    return this.#actor !== undefined && refusal(this.#actor, rule) === undefined;
  }

  param(name: string): string {
    return (this.request.params as Record<string, string | undefined>)[name] ?? '';
  }

  get rawQuery(): URLSearchParams {
    return new URLSearchParams(queryOf(this.request.raw.url ?? ''));
  }

  /** Query parameters of `schema`. Throws an error with all problems. */
  query<S extends TObject>(schema: S): Partial<Static<S>> {
    const entries = [...this.rawQuery].map(([key, value]) => ({ key, value }));
    const { tree } = parseNested(entries, new Set(Object.keys(schema.properties)));
    return fieldsOrThrow(schema, tree, '');
  }

  /** Fields of `root[...]` from query and body. */
  async fields<S extends TObject>(root: string, schema: S): Promise<Partial<Static<S>>> {
    const tree = await this.params([root]);
    const inner = tree[root];
    return fieldsOrThrow(schema, isTree(inner) ? inner : undefined, root);
  }

  async params(roots: readonly string[]): Promise<ParamTree> {
    return this.#read(roots, undefined);
  }

  /** Calls `use` with parameters and uploaded files; the files are discarded unless it succeeds. */
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
        log.warn({ err: cause, requestId: this.request.id }, 'upload.discard.failed');
      });
      throw error;
    }
  }

  /** Calls `use` with parameters and uploaded files; the files are always discarded. */
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
    // Reading a body can take long: access is checked again afterwards.
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
