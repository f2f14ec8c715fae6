import { isOwnProperty } from '../../expressions/own-property.ts';
import { defineClass, type JavaClass, required } from '../java-class.ts';
import type { PropertiesObject } from '../script-host.ts';
import { fail, failRoughly, HostObject, JavaArray, UnsupportedScript, type Value } from '../values.ts';
import { type UrlObject, urlClass } from './sampler-classes.ts';

/** The variables of a virtual user. */
export interface VariablesObject {
  /** Iteration of the thread group's main loop, from 1. */
  readonly iteration: number;
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  /** Values of `putObject` other than strings; undefined if unset. */
  object(name: string): Value;
  /** Undefined removes the variable. */
  setObject(name: string, value: Value): void;
}

export interface AssertionObject {
  name: string;
  isFailure: boolean;
  isError: boolean;
  message: string;
  hasEmptyMessage?: boolean;
}

/** A sample as visible to scripts. */
export interface SampleObject {
  label: string;
  startMs: number;
  endMs: number;
  idleMs: number;
  latencyMs: number;
  connectMs: number;
  readonly elapsedMs: number;
  code: string;
  message: string;
  isSuccess: boolean;
  dataType: string;
  contentType: string;
  encoding: string;
  requestHeaders: string;
  responseHeaders: string;
  samplerData: string;
  url: string;
  threadName: string;
  readonly body: Uint8Array;
  readonly text: string;
  readonly bytes: number;
  readonly bodySize: number;
  headerBytes: number;
  sentBytes: number;
  isIgnored: boolean;
  isThreadStopped: boolean;
  isTestStopped: boolean;
  isTestStoppedNow: boolean;
  groupUsers: number;
  allUsers: number;
  subResults: SampleObject[] | undefined;
  assertions: AssertionObject[] | undefined;
  setBody(body: Buffer): void;
  /** Freezes the response headers against later changes of code and message. */
  fixResponseHead(): void;
  setDecodedBody(text: string): void;
}

/** JMeterContext, the variable `ctx`. */
export interface ContextObject {
  readonly threadNumber: number;
  readonly threadName: string;
  readonly groupName: string;
  readonly variables: Value;
  readonly properties: Value;
  readonly previousResult: Value;
  readonly sampler: Value;
}

export const variablesClass = 'org.apache.jmeter.threads.JMeterVariables';
export const propertiesClass = 'java.util.Properties';
export const sampleClass = 'org.apache.jmeter.samplers.SampleResult';
const httpSampleClass = 'org.apache.jmeter.protocol.http.sampler.HTTPSampleResult';
export const contextClass = 'org.apache.jmeter.threads.JMeterContext';
export const loggerClass = 'org.slf4j.Logger';
export const assertionClass = 'org.apache.jmeter.assertions.AssertionResult';
export const printerClass = 'java.io.PrintStream';

function ownProperty(name: string): string {
  if (!isOwnProperty(required(name))) {
    throw new UnsupportedScript(`the property ${name}`);
  }
  return name;
}

function readVariable(self: VariablesObject, name: string): Value {
  if ((self.object(name) ?? null) !== null) {
    failRoughly('java.lang.ClassCastException', `the variable ${name} is no text`);
  }
  return self.get(name) ?? null;
}

/** A null variable reads as unset, but is listed among the variables. */
function writeVariable(self: VariablesObject, name: string, value: string | null): void {
  if (value === null) {
    self.setObject(name, null);
  } else {
    self.set(name, value);
  }
}

const variables = defineClass(variablesClass, {
  parent: 'java.lang.Object',
  methods: {
    'get(String): String': (self: VariablesObject, [name]: [string]) => readVariable(self, name),
    'put(String,String)': (self: VariablesObject, [name, value]: [string, string]) =>
      writeVariable(self, required(name), value),
    'getObject(String): Object': (self: VariablesObject, [name]: [string]) =>
      self.get(name) ?? self.object(name) ?? null,
    'putObject(String,Object)': (self: VariablesObject, [name, value]: [string, Value]) => {
      if (typeof value === 'string') {
        writeVariable(self, required(name), value);
      } else {
        self.setObject(required(name), value);
      }
    },
    'getIteration(): int': (self: VariablesObject) => self.iteration,
    'remove(String): Object': (self: VariablesObject, [name]: [string]) => {
      const before = self.get(name) ?? self.object(name) ?? null;
      self.setObject(name, undefined);
      return before;
    },
  },
});

const setProperty = (self: PropertiesObject, [name, value]: [string, Value]): Value => {
  const before = self.get(ownProperty(name)) ?? null;
  if (value === null) {
    fail('java.lang.NullPointerException', null);
  }
  if (typeof value !== 'string') {
    throw new UnsupportedScript(`props.put("${name}", …) with a value that is not a string`);
  }
  self.set(name, value);
  return before;
};

const properties = defineClass(propertiesClass, {
  parent: 'java.lang.Object',
  methods: {
    'get(String): Object': (self: PropertiesObject, [name]: [string]) => self.get(ownProperty(name)) ?? null,
    'getProperty(String): String': (self: PropertiesObject, [name]: [string]) =>
      self.get(ownProperty(name)) ?? null,
    'getProperty(String,String): String': (self: PropertiesObject, [name, fallback]: [string, string]) =>
      self.get(ownProperty(name)) ?? fallback,
    'getOrDefault(String,Object): Object': (self: PropertiesObject, [name, fallback]: [string, Value]) =>
      self.get(ownProperty(name)) ?? fallback,
    'put(String,Object): Object': setProperty,
    'setProperty(String,String): Object': (self: PropertiesObject, [name, value]: [string, string]) =>
      setProperty(self, [name, value]),
    'containsKey(String): boolean': (self: PropertiesObject, [name]: [string]) => self.has(ownProperty(name)),
    'remove(String): Object': (self: PropertiesObject, [name]: [string]) => {
      const before = self.get(ownProperty(name)) ?? null;
      self.delete(name);
      return before;
    },
  },
});

const jmeterUtils = defineClass('org.apache.jmeter.util.JMeterUtils', {
  statics: {
    'getProperty(String): String': (_: never, [name]: [string], { properties: all }) =>
      all.get(ownProperty(name)) ?? null,
    'getPropDefault(String,String): String': (
      _: never,
      [name, fallback]: [string, string | null],
      { properties: all },
    ) => (all.get(ownProperty(name)) ?? fallback)?.trim() ?? null,
    'setProperty(String,String): Object': (_: never, [name, value]: [string, string], { properties: all }) =>
      setProperty(all, [name, value]),
  },
});

const millis = (value: number) => BigInt(Math.floor(value));
const numberOf = (value: bigint) => Number(value);

function setStatus(self: SampleObject, code: string, message: string): void {
  self.fixResponseHead();
  self.code = code;
  self.message = message;
}

function setText(self: SampleObject, text: string | null, encoding: string | null): void {
  const charset = encoding ?? 'UTF-8';
  self.encoding = charset;
  if (!/^utf-?8$/i.test(charset)) {
    throw new UnsupportedScript(`setResponseData(…, "${charset}")`);
  }
  self.setBody(Buffer.from(text ?? '', 'utf8'));
}

/** java.net.URL of an HTTP URL as JMeter writes it; null for samples without one. */
function urlObject(text: string): HostObject | null {
  if (text === '') {
    return null;
  }
  const parts = /^(https?):\/\/([^/:?#@[\]]+)(?::(\d+))?([^?#]*)(?:\?([^#]*))?$/.exec(text);
  if (!parts) {
    throw new UnsupportedScript(`getURL() of ${text}`);
  }
  const [, protocol = '', host = '', port, path = '', query] = parts;
  const url: UrlObject = { text, protocol, host, port: port ? Number(port) : -1, path, query };
  return new HostObject(urlClass, url);
}

const samples = (className: string): JavaClass =>
  defineClass(className, {
    parent: className === sampleClass ? 'java.lang.Object' : sampleClass,
    methods:
      className === sampleClass
        ? {
            'getSampleLabel(): String': (self: SampleObject) => self.label,
            'getSampleLabel(boolean): String': (self: SampleObject, [isWithGroup]: [boolean]) =>
              isWithGroup
                ? `${self.threadName.slice(0, Math.max(0, self.threadName.lastIndexOf(' ')))}:${self.label}`
                : self.label,
            'setSampleLabel(String)': (self: SampleObject, [text]: [string]) => {
              self.label = required(text);
            },
            'getResponseCode(): String': (self: SampleObject) => self.code,
            'setResponseCode(String)': (self: SampleObject, [text]: [string]) => {
              setStatus(self, required(text), self.message);
            },
            'setResponseCodeOK()': (self: SampleObject) => {
              setStatus(self, '200', self.message);
            },
            'getResponseMessage(): String': (self: SampleObject) => self.message,
            'setResponseMessage(String)': (self: SampleObject, [text]: [string]) => {
              setStatus(self, self.code, required(text));
            },
            'setResponseMessageOK()': (self: SampleObject) => {
              setStatus(self, self.code, 'OK');
            },
            'setResponseOK()': (self: SampleObject) => {
              setStatus(self, '200', 'OK');
              self.isSuccess = true;
            },
            'isSuccessful(): boolean': (self: SampleObject) => self.isSuccess,
            'setSuccessful(boolean)': (self: SampleObject, [value]: [boolean]) => {
              self.isSuccess = value;
            },
            'isResponseCodeOK(): boolean': (self: SampleObject) => self.code === '200',
            'getResponseDataAsString(): String': (self: SampleObject) => self.text,
            'getResponseData(): byte[]': (self: SampleObject) => Buffer.from(self.body),
            'setResponseData(byte[])': (self: SampleObject, [bytes]: [Uint8Array]) =>
              self.setBody(Buffer.from(bytes ?? [])),
            'setResponseData(String)': (self: SampleObject, [text]: [string]) =>
              setText(self, text, self.encoding || null),
            'setResponseData(String,String)': (self: SampleObject, [text, encoding]: [string, string]) =>
              setText(self, text, encoding),
            'getResponseHeaders(): String': (self: SampleObject) => self.responseHeaders,
            'setResponseHeaders(String)': (self: SampleObject, [text]: [string]) => {
              self.responseHeaders = required(text);
            },
            'getRequestHeaders(): String': (self: SampleObject) => self.requestHeaders,
            'setRequestHeaders(String)': (self: SampleObject, [text]: [string]) => {
              self.requestHeaders = required(text);
            },
            'getSamplerData(): String': (self: SampleObject) => self.samplerData,
            'setSamplerData(String)': (self: SampleObject, [text]: [string]) => {
              self.samplerData = required(text);
            },
            'getContentType(): String': (self: SampleObject) => self.contentType,
            'setContentType(String)': (self: SampleObject, [text]: [string]) => {
              self.contentType = required(text);
            },
            'getDataType(): String': (self: SampleObject) => self.dataType,
            'setDataType(String)': (self: SampleObject, [text]: [string]) => {
              self.dataType = required(text);
            },
            'getTime(): long': (self: SampleObject) =>
              millis(self.endMs) - millis(self.startMs) - millis(self.idleMs),
            'getStartTime(): long': (self: SampleObject) => millis(self.startMs),
            'getEndTime(): long': (self: SampleObject) => millis(self.endMs),
            'getTimeStamp(): long': (self: SampleObject) => millis(self.startMs),
            'getLatency(): long': (self: SampleObject) => millis(self.latencyMs),
            'setLatency(long)': (self: SampleObject, [value]: [bigint]) => {
              self.latencyMs = numberOf(value);
            },
            'getConnectTime(): long': (self: SampleObject) => millis(self.connectMs),
            'getBytesAsLong(): long': (self: SampleObject) => BigInt(self.bytes),
            'getBodySizeAsLong(): long': (self: SampleObject) => BigInt(self.bodySize),
            'getHeadersSize(): int': (self: SampleObject) => self.headerBytes,
            'getSentBytes(): long': (self: SampleObject) => BigInt(self.sentBytes),
            'getThreadName(): String': (self: SampleObject) => self.threadName,
            'getGroupThreads(): int': (self: SampleObject) => self.groupUsers,
            'getAllThreads(): int': (self: SampleObject) => self.allUsers,
            'getUrlAsString(): String': (self: SampleObject) => self.url,
            'getURL(): URL': (self: SampleObject) => urlObject(self.url),
            'getSubResults(): SampleResult[]': (self: SampleObject) =>
              new JavaArray(
                'SampleResult',
                (self.subResults ?? []).map((each) => new HostObject(sampleClass, each)),
              ),
            'setIgnore()': (self: SampleObject) => {
              self.isIgnored = true;
            },
            'isIgnore(): boolean': (self: SampleObject) => self.isIgnored,
            'setStopThread(boolean)': (self: SampleObject, [value]: [boolean]) => {
              self.isThreadStopped = value;
            },
            'isStopThread(): boolean': (self: SampleObject) => self.isThreadStopped,
            'setStopTest(boolean)': (self: SampleObject, [value]: [boolean]) => {
              self.isTestStopped = value;
            },
            'isStopTest(): boolean': (self: SampleObject) => self.isTestStopped,
            'setStopTestNow(boolean)': (self: SampleObject, [value]: [boolean]) => {
              self.isTestStoppedNow = value;
            },
            'getFirstAssertionFailureMessage(): String': (self: SampleObject) =>
              self.assertions?.find(({ isFailure, isError }) => isFailure || isError)?.message ?? null,
          }
        : {},
    fields: { TEXT: 'text', BINARY: 'bin' },
  });

const assertion = defineClass(assertionClass, {
  parent: 'java.lang.Object',
  methods: {
    'getName(): String': (self: AssertionObject) => self.name,
    'isFailure(): boolean': (self: AssertionObject) => self.isFailure,
    'setFailure(boolean)': (self: AssertionObject, [value]: [boolean]) => {
      self.isFailure = value;
    },
    'isError(): boolean': (self: AssertionObject) => self.isError,
    'setError(boolean)': (self: AssertionObject, [value]: [boolean]) => {
      self.isError = value;
    },
    'getFailureMessage(): String': (self: AssertionObject) =>
      self.message === '' && !self.hasEmptyMessage ? null : self.message,
    'setFailureMessage(String)': (self: AssertionObject, [text]: [string | null]) => {
      self.message = text ?? '';
      self.hasEmptyMessage = text === '';
    },
  },
});

const context = defineClass(contextClass, {
  parent: 'java.lang.Object',
  methods: {
    'getThreadNum(): int': (self: ContextObject) => self.threadNumber,
    'getVariables(): JMeterVariables': (self: ContextObject) => self.variables,
    'getProperties(): Properties': (self: ContextObject) => self.properties,
    'getPreviousResult(): SampleResult': (self: ContextObject) => self.previousResult,
    'getCurrentSampler(): Sampler': (self: ContextObject) => self.sampler,
    'getThread(): JMeterThread': (self: ContextObject) =>
      new HostObject('org.apache.jmeter.threads.JMeterThread', self),
    'getThreadGroup(): AbstractThreadGroup': (self: ContextObject) =>
      new HostObject('org.apache.jmeter.threads.AbstractThreadGroup', self),
  },
});

/** SLF4J's message: each `{}` is replaced by an argument. */
function logText(format: string | null, args: readonly Value[], text: (value: Value) => string): string {
  if (format === null) {
    return 'null';
  }
  if (format.includes('\\{}')) {
    throw new UnsupportedScript('\\{} in a log text');
  }
  let next = 0;
  return format.replaceAll('{}', (found) => (next < args.length ? text(args[next++]) : found));
}

const levels = ['info', 'warn', 'error', 'debug', 'trace'] as const;

const logger = defineClass(loggerClass, {
  parent: 'java.lang.Object',
  methods: Object.fromEntries(
    levels.map((level) => [
      `${level}(String,Object...)`,
      (
        _: never,
        [format, ...args]: [string, ...Value[]],
        host: { log(level: string, text: string): void; text(value: Value): string },
      ) => {
        const text = logText(format, args, (value) => host.text(value));
        if (level !== 'trace') {
          host.log(level, text);
        }
      },
    ]),
  ),
});

/** Standard output of a tool is discarded. */
const printer = defineClass(printerClass, {
  parent: 'java.lang.Object',
  methods: { 'println(Object...)': () => {}, 'print(Object)': () => {} },
});

export const jmeterClasses: readonly JavaClass[] = [
  variables,
  properties,
  jmeterUtils,
  samples(sampleClass),
  samples(httpSampleClass),
  assertion,
  context,
  logger,
  printer,
  defineClass('org.apache.jmeter.threads.JMeterThread', {
    parent: 'java.lang.Object',
    methods: { 'getThreadName(): String': (self: ContextObject) => self.threadName },
  }),
  defineClass('org.apache.jmeter.threads.AbstractThreadGroup', {
    parent: 'java.lang.Object',
    methods: { 'getName(): String': (self: ContextObject) => self.groupName },
  }),
  defineClass('org.apache.jmeter.samplers.SampleEvent', {
    parent: 'java.lang.Object',
    methods: { 'getResult(): SampleResult': (self: Value) => self },
  }),
];
