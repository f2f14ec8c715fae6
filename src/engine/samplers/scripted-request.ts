import type {
  ArgumentObject,
  HeaderObject,
  HeadersObject,
  NewArgument,
  RequestObject,
  RequestProperty,
  UrlObject,
} from '../../languages/jvm/library/sampler-classes.ts';
import { failRoughly, UnsupportedScript } from '../../languages/jvm/values.ts';
import { type HeaderManager, type HeaderTexts, ScopedHeaders } from '../configs/header-manager.ts';
import type { Text, User } from '../core.ts';
import { urlDecode, urlEncode } from '../http/form-encoding.ts';
import type { HttpArgument } from '../http/http-arguments.ts';
import { MalformedUrl, urlText } from '../http/java-url.ts';
import { evaluateUrl } from './http-call.ts';
import type { HttpProperties } from './http-properties.ts';

/** The properties of a user's next sample, with the changes of scripts. */
export function changedProperties(user: User, base: HttpProperties): HttpProperties {
  const changes = user.requestChanges ?? user.trunk?.requestChanges;
  return changes instanceof RequestChanges ? changes.apply(base) : base;
}

const textOf = (constant: string): Text => ({ raw: constant, constant, evaluate: () => constant });

/** Changes that JMeter undoes after the sample. */
interface SampleChanges {
  readonly base: HttpProperties;
  readonly texts: Partial<Record<RequestProperty, Text>>;
  isRawBody: boolean;
  /** Copies of the plan's arguments that are left, then those of scripts. */
  arguments: readonly ChangedArgument[];
  /** With several managers: JMeter merges them again for each sample. */
  headers: HeaderManager | undefined;
  isChanged: boolean;
}

type ChangedArgument = { -readonly [Key in keyof HttpArgument]: HttpArgument[Key] };

/**
 * What scripts have changed in one user's requests. JMeter undoes changes after the sample, except in the lists of the
 * plan: a header that was added or removed, and an argument that was removed, remain so for the user.
 */
class RequestChanges {
  #sample: SampleChanges | undefined;
  readonly #managers = new Map<HeaderManager, HeaderManager>();
  /** Own arguments left of samplers where scripts have removed some. */
  readonly #arguments = new Map<HttpProperties, readonly HttpArgument[]>();

  /** Throws UnsupportedScript in a branch of a Parallel controller, which shares its samplers with others. */
  static of(user: User): RequestChanges {
    if (user.trunk) {
      throw new UnsupportedScript('a change of a sampler in a Parallel controller');
    }
    const known = user.requestChanges;
    if (known instanceof RequestChanges) {
      return known;
    }
    const changes = new RequestChanges();
    user.requestChanges = changes;
    return changes;
  }

  get isChanged(): boolean {
    return this.#managers.size > 0 || this.#arguments.size > 0 || this.#sample?.isChanged === true;
  }

  endSample(): void {
    this.#sample = undefined;
  }

  apply(base: HttpProperties): HttpProperties {
    const sample = this.#sample?.base === base ? this.#sample : undefined;
    const hasHeaders =
      sample?.headers !== undefined || base.headers.managers.some((each) => this.#managers.has(each));
    if (!sample && !hasHeaders && !this.#arguments.has(base)) {
      return base;
    }
    return {
      ...base,
      ...sample?.texts,
      isRawBody: sample?.isRawBody ?? base.isRawBody,
      arguments: sample?.arguments ?? this.argumentsOf(base),
      headers: hasHeaders ? new ScopedHeaders(this.managersOf(base)) : base.headers,
      isServerFixed: false,
      fixed: undefined,
    };
  }

  /** The changes of the current sample, to add to. */
  sampleOf(base: HttpProperties): SampleChanges {
    if (this.#sample?.base !== base) {
      const { isRawBody } = base;
      const copies = this.argumentsOf(base).map((each) => ({ ...each }));
      const none = { texts: {}, headers: undefined, isChanged: false };
      this.#sample = { base, ...none, isRawBody, arguments: copies };
    }
    return this.#sample as SampleChanges;
  }

  argumentsOf(base: HttpProperties): readonly HttpArgument[] {
    const own = this.#arguments.get(base);
    return own ? [...own, ...base.arguments.slice(base.ownArgumentCount)] : base.arguments;
  }

  ownArguments(base: HttpProperties): readonly HttpArgument[] {
    return this.#arguments.get(base) ?? base.arguments.slice(0, base.ownArgumentCount);
  }

  keepArguments(base: HttpProperties, own: readonly HttpArgument[]): void {
    this.#arguments.set(base, own);
  }

  managersOf(base: HttpProperties): readonly HeaderManager[] {
    const merged = this.#sample?.base === base ? this.#sample.headers : undefined;
    return merged ? [merged] : base.headers.managers.map((each) => this.#managers.get(each) ?? each);
  }

  setHeaders(base: HttpProperties, headers: HeaderManager): void {
    const [only, ...others] = base.headers.managers;
    if (only && others.length === 0) {
      this.#managers.set(only, headers);
    } else {
      const sample = this.sampleOf(base);
      sample.headers = headers;
      sample.isChanged = true;
    }
  }
}

/** The request of one sampler and user, for scripts. */
export class ScriptedRequest implements RequestObject {
  readonly #user: User;
  readonly #base: HttpProperties;

  constructor(user: User, base: HttpProperties) {
    this.#user = user;
    this.#base = base;
  }

  get #now(): HttpProperties {
    return changedProperties(this.#user, this.#base);
  }

  get #changes(): RequestChanges {
    return RequestChanges.of(this.#user);
  }

  get #sample(): SampleChanges {
    return this.#changes.sampleOf(this.#base);
  }

  /** The changes of the current sample, to add one. */
  #change(): SampleChanges {
    const sample = this.#sample;
    sample.isChanged = true;
    return sample;
  }

  get(property: RequestProperty): string {
    return this.#now[property].evaluate(this.#user);
  }

  set(property: RequestProperty, value: string): void {
    this.#change().texts[property] = textOf(value);
  }

  /** JMeter moves the query of a GET or DELETE request to the arguments. */
  setPath(path: string): void {
    const method = this.get('method');
    const at =
      /^https?:\/\//.test(path) || (method !== 'GET' && method !== 'DELETE') ? -1 : path.indexOf('?');
    this.set('path', at < 0 ? path : path.slice(0, at));
    if (at >= 0) {
      for (const each of path.slice(at + 1).split('&')) {
        this.#addOfQuery(each);
      }
    }
  }

  #addOfQuery(text: string): void {
    const at = text.indexOf('=');
    const name = decoded(at < 0 ? text : text.slice(0, at));
    const value = decoded(at < 0 ? '' : text.slice(at + 1));
    if (text !== '' && at !== 0) {
      const isEncoded = urlEncode(name, 'UTF-8') !== name || urlEncode(value, 'UTF-8') !== value;
      this.addArgument({ name, value, separator: at < 0 ? '' : '=', isEncoded });
    }
  }

  get isRawBody(): boolean {
    return this.#now.isRawBody;
  }

  set isRawBody(value: boolean) {
    this.#change().isRawBody = value;
  }

  get arguments(): readonly ArgumentObject[] {
    const user = this.#user;
    return this.#sample.arguments.map((each) => ({
      get name() {
        return each.name.evaluate(user);
      },
      get value() {
        return each.value.evaluate(user);
      },
      setValue: (value) => this.#setValue(each, value),
    }));
  }

  /** Only of the sampler's own arguments: JMeter fails to undo changes of others. */
  #setValue(argument: ChangedArgument, value: string): void {
    const sample = this.#change();
    const own = this.#changes.ownArguments(this.#base);
    const at = sample.arguments.indexOf(argument);
    if (at < 0 || at >= own.length) {
      throw new UnsupportedScript('setValue of an argument that is not of the sampler itself');
    }
    argument.value = textOf(value);
  }

  /** JMeter removes arguments of scripts after the sample, and with them the plan's arguments that equal them. */
  addArgument({ name, value, separator, isEncoded }: NewArgument): void {
    const user = this.#user;
    const isLike = (each: HttpArgument) =>
      each.name.evaluate(user) === name && each.value.evaluate(user) === value;
    if (this.#changes.ownArguments(this.#base).some(isLike)) {
      throw new UnsupportedScript(`addArgument("${name}", …) with an argument that the sampler already has`);
    }
    const added: HttpArgument = {
      name: textOf(name),
      value: textOf(value),
      separator: textOf(separator),
      isEncoded,
      type: textOf('text/plain'),
    };
    const sample = this.#change();
    sample.arguments = [...sample.arguments, added];
  }

  removeArguments(isRemoved: (argument: ArgumentObject) => boolean): void {
    const sample = this.#change();
    const objects = this.arguments;
    const isLeft = objects.map((each) => !isRemoved(each));
    const own = this.#changes.ownArguments(this.#base);
    this.#changes.keepArguments(
      this.#base,
      own.filter((_, at) => isLeft[at]),
    );
    sample.arguments = sample.arguments.filter((_, at) => isLeft[at]);
  }

  get headers(): HeadersObject | undefined {
    if (!this.#base.headers.hasManagers) {
      return undefined;
    }
    return new ScriptedHeaders(
      this.#user,
      () => this.#headers(),
      (all) => this.#changes.setHeaders(this.#base, all),
    );
  }

  #headers(): HeaderManager {
    const { headers } = this.#now;
    const [only, ...others] = headers.managers;
    const all = others.length === 0 ? only : headers.fixed;
    if (!all) {
      throw new UnsupportedScript(
        'getHeaderManager() of several managers with variables in names of headers',
      );
    }
    return all;
  }

  url(): UrlObject {
    try {
      const url = evaluateUrl(this.#now, this.#user);
      return { ...url, text: urlText(url) };
    } catch (error) {
      if (error instanceof MalformedUrl) {
        failRoughly('java.net.MalformedURLException', error.message);
      }
      throw error;
    }
  }
}

class ScriptedHeaders implements HeadersObject {
  readonly #user: User;
  readonly #read: () => HeaderManager;
  readonly #write: (headers: HeaderManager) => void;

  constructor(user: User, read: () => HeaderManager, write: (headers: HeaderManager) => void) {
    this.#user = user;
    this.#read = read;
    this.#write = write;
  }

  get headers(): readonly HeaderObject[] {
    const user = this.#user;
    return this.#read().map(({ name, value }) => ({
      get name() {
        return name.evaluate(user);
      },
      get value() {
        return value.evaluate(user);
      },
    }));
  }

  add(name: string, value: string): void {
    const added: HeaderTexts = { name: textOf(name), value: textOf(value) };
    this.#write([...this.#read(), added]);
  }

  remove(name: string): void {
    const wanted = name.toLowerCase();
    const user = this.#user;
    this.#write(this.#read().filter((each) => each.name.evaluate(user).toLowerCase() !== wanted));
  }
}

/** Throws UnsupportedScript for an invalid escape. */
function decoded(text: string): string {
  try {
    return urlDecode(text, 'UTF-8');
  } catch {
    throw new UnsupportedScript(`setPath with the invalid escape in "${text}"`);
  }
}
