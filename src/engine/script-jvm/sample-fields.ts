import { HttpResult } from '../http/http-result.ts';
import { Result } from '../state/result.ts';
import type { FrameReader } from './frame-reader.ts';
import type { FrameWriter } from './frame-writer.ts';

/** Numbers of the fields of a sample in frames; the same as in SampleFields.java. */
const field = {
  label: 0,
  code: 1,
  message: 2,
  success: 3,
  dataType: 4,
  contentType: 5,
  encoding: 6,
  responseHeaders: 7,
  requestHeaders: 8,
  samplerData: 9,
  body: 10,
  url: 11,
  start: 12,
  end: 13,
  idle: 14,
  latency: 15,
  connect: 16,
  headersSize: 17,
  bodySize: 18,
  sentBytes: 19,
  threadName: 20,
  groupThreads: 21,
  allThreads: 22,
  ignore: 23,
  stopThread: 24,
  stopTest: 25,
  stopTestNow: 26,
  method: 27,
  cookies: 28,
  query: 29,
  bytes: 30,
} as const;

const whole = (value: number) => String(Math.floor(value));

/** Writes the fields that scripts and other elements can change. */
export function writeChangeable(frame: FrameWriter, result: Result): void {
  const countAt = frame.placeInt();
  frame.setInt(countAt, writeCommon(frame, result));
}

export function writeSample(frame: FrameWriter, result: Result): void {
  const countAt = frame.placeInt();
  let count = writeCommon(frame, result);
  const text = (number: number, value: string) => {
    frame.byte(number);
    frame.text(value);
    count += 1;
  };
  text(field.start, whole(result.startMs));
  text(field.end, whole(result.endMs));
  text(field.idle, whole(result.idleMs));
  text(field.connect, whole(result.connectMs));
  text(field.headersSize, whole(result.headerBytes));
  text(field.bodySize, whole(result.bodyBytes));
  text(field.sentBytes, whole(result.sentBytes));
  text(field.threadName, result.threadName);
  text(field.groupThreads, whole(result.groupUsers));
  text(field.allThreads, whole(result.allUsers));
  if (result.url !== '') {
    text(field.url, result.url);
  }
  if (result instanceof HttpResult) {
    text(field.method, result.method);
    text(field.cookies, result.cookies);
    text(field.query, result.queryString);
  }
  frame.byte(field.body);
  frame.bytes(result.body);
  frame.setInt(countAt, count + 1);
}

function writeCommon(frame: FrameWriter, result: Result): number {
  const texts: [number, string][] = [
    [field.label, result.label],
    [field.code, result.code],
    [field.message, result.message],
    [field.success, String(result.isSuccess)],
    [field.dataType, result.dataType],
    [field.contentType, result.contentType],
    [field.encoding, result.encoding],
    [field.responseHeaders, result.responseHeaders],
    [field.requestHeaders, result.requestHeaders],
    [field.latency, whole(result.latencyMs)],
    [field.ignore, String(result.isIgnored)],
    [field.stopThread, String(result.isThreadStopped)],
    [field.stopTest, String(result.isTestStopped)],
    [field.stopTestNow, String(result.isTestStoppedNow)],
  ];
  if (!(result instanceof HttpResult) && result.hasSamplerData) {
    texts.push([field.samplerData, result.samplerData]);
  }
  for (const [number, value] of texts) {
    frame.byte(number);
    frame.text(value);
  }
  return texts.length;
}

/** Applies the fields that a script has set. */
export function readChanges(frame: FrameReader, result: Result | undefined): void {
  for (let left = frame.int(); left > 0; left--) {
    const number = frame.byte();
    const value = frame.bytes();
    if (result) {
      apply(result, number, value);
    }
  }
}

/**
 * Reads the sample of a sampler in the JVM; undefined if it made none. `startMs`: time of the call by the engine's
 * clock.
 */
export function readSample(frame: FrameReader, startMs: number): Result | undefined {
  const begunAt = Number(frame.text());
  const count = frame.int();
  return count < 0 ? undefined : readTree(frame, count, { startMs, begunAt });
}

/** Start of the call, by the clocks of the engine and of the JVM. */
interface Begin {
  readonly startMs: number;
  readonly begunAt: number;
}

function readTree(frame: FrameReader, count: number, begin: Begin): Result {
  const result = new Result();
  const times = { start: 0, end: 0 };
  for (let left = count; left > 0; left--) {
    const number = frame.byte();
    const value = frame.bytes();
    if (number === field.start) {
      times.start = Number(value?.toString());
    } else if (number === field.end) {
      times.end = Number(value?.toString());
    } else {
      apply(result, number, value);
    }
  }
  // A sample without a start time starts with the call.
  result.startMs = begin.startMs + (times.start === 0 ? 0 : times.start - begin.begunAt);
  result.endMs = result.startMs + (times.end - times.start);
  for (let left = frame.int(); left > 0; left--) {
    result.addRawSubResult(readTree(frame, frame.int(), begin), false);
  }
  return result;
}

function apply(result: Result, number: number, value: Buffer | undefined): void {
  const text = () => value?.toString('utf8') ?? '';
  const isSet = () => text() === 'true';
  switch (number) {
    case field.label:
      result.label = text();
      return;
    case field.code:
      result.fixResponseHead();
      result.code = text();
      return;
    case field.message:
      result.fixResponseHead();
      result.message = text();
      return;
    case field.success:
      result.isSuccess = isSet();
      return;
    case field.dataType:
      result.dataType = text();
      return;
    case field.contentType:
      result.contentType = text();
      return;
    case field.encoding:
      result.encoding = text();
      return;
    case field.responseHeaders:
      setResponseHeaders(result, text());
      return;
    case field.requestHeaders:
      setRequestHeaders(result, text());
      return;
    case field.samplerData:
      if (value) {
        result.samplerData = text();
      }
      return;
    case field.body:
      // A copy, because the frame is part of a larger chunk.
      result.setBody(Buffer.from(value ?? ''));
      return;
    case field.url:
      result.url = text();
      return;
    case field.idle:
      result.idleMs = Number(text());
      return;
    case field.latency:
      result.latencyMs = Number(text());
      return;
    case field.connect:
      result.connectMs = Number(text());
      return;
    case field.headersSize:
      result.headerBytes = Number(text());
      return;
    case field.bodySize:
      result.bodyBytes = Number(text());
      return;
    case field.sentBytes:
      result.sentBytes = Number(text());
      return;
    case field.bytes:
      result.otherBytes = Number(text());
      return;
    case field.threadName:
      result.threadName = text();
      return;
    case field.groupThreads:
      result.groupUsers = Number(text());
      return;
    case field.allThreads:
      result.allUsers = Number(text());
      return;
    case field.ignore:
      result.isIgnored = isSet();
      return;
    case field.stopThread:
      result.isThreadStopped = isSet();
      return;
    case field.stopTest:
      result.isTestStopped = isSet();
      return;
    case field.stopTestNow:
      result.isTestStoppedNow = isSet();
      return;
  }
}

function setResponseHeaders(result: Result, text: string): void {
  if (result instanceof HttpResult) {
    result.responseHead = text;
  } else {
    result.responseHeaders = text;
  }
}

function setRequestHeaders(result: Result, text: string): void {
  if (result instanceof HttpResult) {
    result.ownHeaders = { shown: text };
  } else {
    result.requestHeaders = text;
  }
}
