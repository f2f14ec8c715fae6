import type { Result } from '../state/result.ts';
import type { OracleSample } from './oracle.ts';

/** What must be the same in both engines, whatever the clock says. */
export interface SampleFacts {
  label: string;
  code: string;
  message: string;
  success: boolean;
  thread: string;
  dataType: string;
  contentType: string;
  bytes: number;
  headerBytes: number;
  bodyBytes: number;
  sentBytes: number;
  url: string;
  requestHeaders: string;
  responseHeaders: string;
  samplerData: string;
  body: string;
  isTransaction: boolean;
  assertions: { name: string; isFailure: boolean; isError: boolean; message: string }[];
  children: SampleFacts[];
  variables: Record<string, string>;
  /** Epoch milliseconds; compared only by cases that make something comparable of them. */
  startMs: number;
  endMs: number;
  latencyMs: number;
  connectMs: number;
  idleMs: number;
  /** How many users were active when it ended: of its group, and of all; compared where there is one, and by those cases. */
  groupUsers: number;
  allUsers: number;
}

export function factsOf(result: Result): SampleFacts {
  return {
    label: result.label,
    code: result.code,
    message: result.message,
    success: result.isSuccess,
    thread: result.threadName,
    dataType: result.dataType,
    contentType: result.contentType,
    bytes: result.bytes,
    headerBytes: result.headerBytes,
    bodyBytes: result.bodySize,
    sentBytes: result.sentBytes,
    url: result.url,
    requestHeaders: result.requestHeaders,
    responseHeaders: result.responseHeaders,
    samplerData: result.samplerData,
    body: result.text,
    isTransaction: false,
    // A transaction that ends twice has more of them then.
    assertions: (result.assertions ?? []).map(({ name, isFailure, isError, message }) => ({
      name,
      isFailure,
      isError,
      message,
    })),
    children: (result.subResults ?? []).map(factsOf),
    variables: {},
    startMs: result.startMs,
    endMs: result.endMs,
    latencyMs: result.latencyMs,
    connectMs: result.connectMs,
    idleMs: result.idleMs,
    groupUsers: result.groupUsers,
    allUsers: result.allUsers,
  };
}

export function factsOfOracle(sample: OracleSample): SampleFacts {
  const { label, code, message, success, thread, dataType, contentType } = sample;
  const { bytes, headerBytes, bodyBytes, sentBytes, url, requestHeaders, responseHeaders, body } = sample;
  return {
    ...{ label, code, message, success, thread, dataType, contentType },
    ...{ bytes, headerBytes, bodyBytes, sentBytes, url, requestHeaders, responseHeaders, body },
    samplerData: sample.samplerData ?? '',
    isTransaction: false,
    assertions: sample.assertions.map((each) => ({
      name: each.name,
      isFailure: each.failure,
      isError: each.error,
      message: each.message ?? '',
    })),
    children: sample.children.map(factsOfOracle),
    variables: {},
    startMs: sample.start,
    endMs: sample.end,
    latencyMs: sample.latency,
    connectMs: sample.connect,
    idleMs: sample.idle,
    groupUsers: sample.groupThreads,
    allUsers: sample.allThreads,
  };
}

/** Without what depends on the time or is an object of the JVM. */
export function comparable(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables)
      .filter(([name]) => !/^(START\.|TESTSTART\.MS|__jmeter\.U_T__|JMeterThread\.pack)/.test(name))
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
