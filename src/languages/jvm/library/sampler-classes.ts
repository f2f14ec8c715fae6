import { defineClass, type JavaClass, required } from '../java-class.ts';
import { HostObject, UnsupportedScript, type Value } from '../values.ts';

export type RequestProperty = 'protocol' | 'domain' | 'port' | 'path' | 'method' | 'charset';

/** An argument of an HTTP Request; undefined `setValue`: its changes are not supported. */
export interface ArgumentObject {
  readonly name: string;
  readonly value: string;
  setValue(value: string): void;
}

export interface HeaderObject {
  readonly name: string;
  readonly value: string;
}

/** The headers that an HTTP Request sends, as its merged header manager has them. */
export interface HeadersObject {
  readonly headers: readonly HeaderObject[];
  add(name: string, value: string): void;
  /** Removes all headers with this name, ignoring case. */
  remove(name: string): void;
}

export interface NewArgument {
  name: string;
  value: string;
  separator: string;
  isEncoded: boolean;
}

/** The HTTP Request that a user executes. Each read evaluates; changes apply as in JMeter, most to one sample. */
export interface RequestObject {
  isRawBody: boolean;
  readonly arguments: readonly ArgumentObject[];
  /** Undefined without a header manager in scope. */
  readonly headers: HeadersObject | undefined;
  get(property: RequestProperty): string;
  set(property: RequestProperty, value: string): void;
  setPath(path: string): void;
  addArgument(argument: NewArgument): void;
  removeArguments(isRemoved: (argument: ArgumentObject) => boolean): void;
  /** A new UrlObject. Throws ScriptException for a malformed URL. */
  url(): UrlObject;
}

/** java.net.URL. */
export interface UrlObject {
  readonly text: string;
  readonly protocol: string;
  readonly host: string;
  /** -1: none. */
  readonly port: number;
  readonly path: string;
  readonly query: string | undefined;
}

/** The current sampler; undefined `request`: not an HTTP Request. */
export interface SamplerObject {
  readonly name: string;
  readonly request: RequestObject | undefined;
}

export const samplerClass = 'org.apache.jmeter.samplers.Sampler';
const argumentsClass = 'org.apache.jmeter.config.Arguments';
const argumentClass = 'org.apache.jmeter.protocol.http.util.HTTPArgument';
const headersClass = 'org.apache.jmeter.protocol.http.control.HeaderManager';
const headerClass = 'org.apache.jmeter.protocol.http.control.Header';
export const urlClass = 'java.net.URL';

function requestOf({ name, request }: SamplerObject): RequestObject {
  if (!request) {
    throw new UnsupportedScript(`the request of the sampler ${name}, which is not an HTTP Request`);
  }
  return request;
}

const reads = (property: RequestProperty) => (self: SamplerObject) => requestOf(self).get(property);
const writes =
  (property: RequestProperty) =>
  (self: SamplerObject, [value]: [string]) =>
    requestOf(self).set(property, required(value));

/** Rejects an argument without a name or value, which JMeter fails on later. */
function addArgument(
  self: SamplerObject,
  name: string,
  value: string,
  separator: string,
  isEncoded: boolean,
): void {
  if (name === null || value === null || separator === null) {
    throw new UnsupportedScript('an argument of an HTTP Request that is null');
  }
  requestOf(self).addArgument({ name, value, separator, isEncoded });
}

const sampler = defineClass(samplerClass, {
  parent: 'java.lang.Object',
  methods: {
    'getName(): String': (self: SamplerObject) => self.name,
    'getProtocol(): String': (self: SamplerObject) => requestOf(self).get('protocol') || 'http',
    'setProtocol(String)': (self: SamplerObject, [value]: [string]) =>
      requestOf(self).set('protocol', required(value).toLowerCase()),
    'getDomain(): String': reads('domain'),
    'setDomain(String)': writes('domain'),
    'setPort(int)': (self: SamplerObject, [value]: [number]) => requestOf(self).set('port', String(value)),
    'getPath(): String': (self: SamplerObject) => requestOf(self).get('path').replaceAll(' ', '%20'),
    'setPath(String)': (self: SamplerObject, [path]: [string]) => requestOf(self).setPath(required(path)),
    'getMethod(): String': reads('method'),
    'setMethod(String)': writes('method'),
    'setContentEncoding(String)': writes('charset'),
    'getUrl(): URL': (self: SamplerObject) => new HostObject(urlClass, requestOf(self).url()),
    'getPostBodyRaw(): boolean': (self: SamplerObject) => requestOf(self).isRawBody,
    'setPostBodyRaw(boolean)': (self: SamplerObject, [value]: [boolean]) => {
      requestOf(self).isRawBody = value;
    },
    'getArguments(): Arguments': (self: SamplerObject) => new HostObject(argumentsClass, requestOf(self)),
    'addArgument(String,String)': (self: SamplerObject, [name, value]: [string, string]) =>
      addArgument(self, name, value, '=', true),
    'addArgument(String,String,String)': (
      self: SamplerObject,
      [name, value, separator]: [string, string, string],
    ) => addArgument(self, name, value, separator, true),
    'addNonEncodedArgument(String,String,String)': (
      self: SamplerObject,
      [name, value, separator]: [string, string, string],
    ) => addArgument(self, name, value, separator, false),
    'getHeaderManager(): HeaderManager': (self: SamplerObject) => {
      const { headers } = requestOf(self);
      return headers ? new HostObject(headersClass, headers) : null;
    },
  },
});

const header = (each: HeaderObject | undefined): Value => (each ? new HostObject(headerClass, each) : null);

const argumentsOfRequest = defineClass(argumentsClass, {
  parent: 'java.lang.Object',
  methods: {
    'getArgumentCount(): int': (self: RequestObject) => self.arguments.length,
    'getArgument(int): HTTPArgument': (self: RequestObject, [at]: [number]) => {
      if (at < 0) {
        throw new UnsupportedScript(`getArgument(${at})`);
      }
      const found = self.arguments[at];
      return found ? new HostObject(argumentClass, found) : null;
    },
    'removeAllArguments()': (self: RequestObject) => self.removeArguments(() => true),
    'removeArgument(String)': (self: RequestObject, [name]: [string]) =>
      self.removeArguments((each) => each.name === name),
  },
});

const argument = defineClass(argumentClass, {
  parent: 'java.lang.Object',
  methods: {
    'getName(): String': (self: ArgumentObject) => self.name,
    'getValue(): String': (self: ArgumentObject) => self.value,
    'setValue(String)': (self: ArgumentObject, [value]: [string]) => self.setValue(required(value)),
  },
});

const headerManager = defineClass(headersClass, {
  parent: 'java.lang.Object',
  methods: {
    'add(Header)': (self: HeadersObject, [added]: [HostObject]) => {
      const { name, value } = required(added).self as HeaderObject;
      self.add(name, value);
    },
    'removeHeaderNamed(String)': (self: HeadersObject, [name]: [string]) => self.remove(required(name)),
    'getFirstHeaderNamed(String): Header': (self: HeadersObject, [name]: [string]) =>
      header(self.headers.find((each) => each.name.toLowerCase() === required(name).toLowerCase())),
    'size(): int': (self: HeadersObject) => self.headers.length,
    'get(int): Header': (self: HeadersObject, [at]: [number]) => {
      if (at < 0 || at >= self.headers.length) {
        throw new UnsupportedScript(`header ${at} of ${self.headers.length}`);
      }
      return header(self.headers[at]);
    },
  },
});

const headerOfManager = defineClass(headerClass, {
  parent: 'java.lang.Object',
  constructors: {
    '(String,String)': (_: never, [name, value]: [string, string]) => {
      if (name === null || value === null) {
        throw new UnsupportedScript('a header that is null');
      }
      return new HostObject(headerClass, { name, value } satisfies HeaderObject);
    },
  },
  methods: {
    'getName(): String': (self: HeaderObject) => self.name,
    'getValue(): String': (self: HeaderObject) => self.value,
  },
});

const url = defineClass(urlClass, {
  parent: 'java.lang.Object',
  methods: {
    'toString(): String': (self: UrlObject) => self.text,
    'toExternalForm(): String': (self: UrlObject) => self.text,
    'getProtocol(): String': (self: UrlObject) => self.protocol,
    'getHost(): String': (self: UrlObject) => self.host,
    'getPort(): int': (self: UrlObject) => self.port,
    'getPath(): String': (self: UrlObject) => self.path,
    'getQuery(): String': (self: UrlObject) => self.query ?? null,
    'getFile(): String': ({ path, query }: UrlObject) => (query === undefined ? path : `${path}?${query}`),
  },
});

export const samplerClasses: readonly JavaClass[] = [
  sampler,
  argumentsOfRequest,
  argument,
  headerManager,
  headerOfManager,
  url,
];
