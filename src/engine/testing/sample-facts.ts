import type { Result } from '../state/result.ts';
import type { OracleSample } from './oracle.ts';

/** Facts of a sample, compared between both engines. */
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
  /** Epoch milliseconds; times are compared only by cases that summarize them. */
  startMs: number;
  endMs: number;
  latencyMs: number;
  connectMs: number;
  idleMs: number;
  /**
   * Active users at the end of the sample: of its group, and in total. Compared if the plan has one user, and by
   * cases that summarize.
   */
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
    // A copy, because a transaction that ends twice gets more of them later.
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

/** Removes variables that depend on the time or contain an object of the JVM. */
export function comparable(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables)
      .filter(([name]) => !/^(START\.|TESTSTART\.MS|__jmeter\.U_T__|JMeterThread\.pack)/.test(name))
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
