import { createHash } from 'node:crypto';
import type { DifferentialCase } from '../differential-case.ts';
import type { Facts } from '../facts.ts';

/** The compared facts of a case, as stored in recordings. */
export interface EncodedFacts {
  samples: unknown[];
  requests: unknown[];
  files: Record<string, string>;
}

type Fields = Record<string, unknown>;

/** Values that recordings leave out. */
const usualSample: Fields = {
  code: '200',
  message: 'OK',
  success: true,
  thread: 'Users 1-1',
  dataType: 'text',
  contentType: '',
  headerBytes: 0,
  bodyBytes: 0,
  sentBytes: 0,
  url: '',
  requestHeaders: '',
  responseHeaders: '',
  samplerData: '',
  body: '',
  isTransaction: false,
  groupUsers: 1,
  allUsers: 1,
};
const usualRequest: Fields = {
  method: 'GET',
  headers: [],
  body: '',
  connection: 1,
  isResumed: false,
  serverName: '',
  from: '127.0.0.1',
  client: '',
};

/**
 * Encodes facts compactly and without ambiguity: without usual values, variables as changes since the previous
 * sample, long texts as hashes. Both sides of a comparison are encoded.
 */
export function encodeFacts(each: DifferentialCase, facts: Facts): EncodedFacts {
  const { samples, requests, files } = JSON.parse(JSON.stringify(facts)) as {
    samples: Fields[];
    requests: Fields[];
    files: Record<string, string>;
  };
  const given = new Map(
    Object.entries(each.files ?? {}).map(([name, content]) => [name, content.toString()]),
  );
  return shorten({
    samples: each.summarize ? samples : encodeSamples(samples),
    requests: each.summarizeRequests ? requests : requests.map((request) => unusual(request, usualRequest)),
    files: Object.fromEntries(
      Object.entries(files)
        .map(([name, text]): [string, string] => [name, text === given.get(name) ? '(as given)' : text])
        .toSorted(([left], [right]) => (left < right ? -1 : 1)),
    ),
  }) as EncodedFacts;
}

function encodeSamples(samples: readonly Fields[]): Fields[] {
  let before: Fields = {};
  return samples.map((sample) => {
    const { variables } = sample;
    const encoded = encodeSample(sample);
    if (variables !== undefined) {
      const changes = changesBetween(before, variables as Fields);
      before = variables as Fields;
      if (Object.keys(changes).length > 0) {
        encoded.variables = changes;
      }
    }
    return encoded;
  });
}

function encodeSample(sample: Fields): Fields {
  const { variables, bytes, assertions, children, ...rest } = sample;
  const encoded = unusual(rest, usualSample);
  if (bytes !== undefined && bytes !== Number(rest.headerBytes) + Number(rest.bodyBytes)) {
    encoded.bytes = bytes;
  }
  const failed = assertions as Fields[];
  if (failed.length > 0) {
    encoded.assertions = failed.map((each) =>
      unusual(each, { isFailure: false, isError: false, message: '' }),
    );
  }
  const inner = children as Fields[];
  if (inner.length > 0) {
    encoded.children = inner.map(encodeSample);
  }
  return encoded;
}

function unusual(fields: Fields, usual: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => !(name in usual) || JSON.stringify(usual[name]) !== JSON.stringify(value),
    ),
  );
}

/** Variables that are new or changed; null for removed ones. */
function changesBetween(before: Fields, after: Fields): Fields {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return Object.fromEntries([
    ...Object.entries(after).filter(([name, value]) => before[name] !== value),
    ...gone.map((name) => [name, null]),
  ]);
}

const maxCharacters = 600;

function shorten(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length <= maxCharacters ? value : hashed(value);
  }
  if (Array.isArray(value)) {
    return value.map(shorten);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
  }
  return value;
}

function hashed(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return `${text.slice(0, 60)}… (${text.length} characters, SHA-256 ${hash})`;
}
