import { booleanProperty, type PlanElement, textProperty } from '../../../jmx/plan-tree.ts';
import { parseInteger } from '../../../languages/java/numbers.ts';
import type { ElementCompiler, Scope, Text, User } from '../../core.ts';
import { parseBinary } from '../../http/websocket/binary-text.ts';
import { describeFrame, type Frame, frameType } from '../../http/websocket/frame.ts';
import type { WebSocketClient } from '../../http/websocket/websocket-client.ts';
import { readTimedOut } from '../../http/websocket/websocket-failure.ts';
import { stopForUnsupported } from '../../languages/stop-for-unsupported.ts';
import { Result } from '../../state/result.ts';

const filterKind = 'frame-filter';

/** Discards frames before a sampler receives them. */
export interface FrameFilter {
  readonly name: Text;
  /** The plugin treats filters with equal keys as one. */
  readonly key: string;
  /** Whether sub-results are renamed with their index. */
  readonly isRenaming: boolean;
  matches(frame: Frame, user: User): boolean;
  readonly repliesToPing: boolean;
}

type Match = (frame: Frame, user: User) => boolean;

export const frameFilters: Record<string, ElementCompiler> = {
  'eu.luminis.jmeter.wssampler.BinaryFrameFilter': compilerOf((element, text) => {
    const comparison = textProperty(element, 'comparisonType', 'IsPlain');
    const isNegated = comparison.startsWith('Not');
    const compare = binaryComparisons[comparison.replace('Not', '')] ?? (() => false);
    const wanted = text('matchValue');
    const position = text('matchPosition');
    return ({ kind, payload }, user) => {
      if (kind !== 'binary' || comparison === 'IsPlain') {
        return kind === 'binary';
      }
      // A value that is not binary counts as empty.
      const value = parseBinary(wanted.evaluate(user)) ?? Buffer.alloc(0);
      return compare(payload, value, () => positionOf(position, user)) !== isNegated;
    };
  }),
  'eu.luminis.jmeter.wssampler.PingFrameFilter': compilerOf((element) => {
    const kinds = pingKinds[textProperty(element, 'filterType', 'FilterAll')] ?? [];
    return ({ kind }) => kinds.includes(kind);
  }),
  'eu.luminis.jmeter.wssampler.TextFrameFilter': compilerOf((element, text) => {
    const compare = comparisons[textProperty(element, 'comparisonType', 'IsPlain')] ?? (() => false);
    const wanted = text('matchValue');
    return ({ kind, payload }, user) =>
      kind === 'text' && compare(payload.toString('utf8'), wanted.evaluate(user));
  }),
};

const pingKinds: Readonly<Record<string, readonly string[]>> = {
  FilterAll: ['ping', 'pong'],
  FilterPingOnly: ['ping'],
  FilterPongOnly: ['pong'],
};

/** Without a position, the value may be anywhere. */
type BinaryComparison = (data: Buffer, wanted: Buffer, positionOf: () => number | undefined) => boolean;

const binaryComparisons: Readonly<Record<string, BinaryComparison>> = {
  Contains: (data, wanted, positionAt) => {
    const at = positionAt();
    if (wanted.length === 0) {
      return false;
    }
    return at === undefined ? data.includes(wanted) : data.subarray(at, at + wanted.length).equals(wanted);
  },
  Equals: (data, wanted) => data.equals(wanted),
  StartsWith: (data, wanted) => data.subarray(0, wanted.length).equals(wanted),
  EndsWith: (data, wanted) => data.subarray(Math.max(0, data.length - wanted.length)).equals(wanted),
};

/** Undefined for a text that is not an integer. A negative position stops the test: the plugin fails on it. */
function positionOf(text: Text, user: User): number | undefined {
  const position = parseInteger(text.evaluate(user));
  if (position !== undefined && position < 0) {
    stopForUnsupported(user, `A Binary Frame Filter has the position ${position}`);
  }
  return position;
}

const comparisons: Readonly<Record<string, (text: string, wanted: string) => boolean>> = {
  IsPlain: () => true,
  Contains: (text, wanted) => text.includes(wanted),
  NotContains: (text, wanted) => !text.includes(wanted),
  Equals: (text, wanted) => text === wanted,
  NotEquals: (text, wanted) => text !== wanted,
  StartsWith: (text, wanted) => text.startsWith(wanted),
  NotStartsWith: (text, wanted) => !text.startsWith(wanted),
  EndsWith: (text, wanted) => text.endsWith(wanted),
  NotEndsWith: (text, wanted) => !text.endsWith(wanted),
};

function compilerOf(match: (element: PlanElement, text: (name: string) => Text) => Match): ElementCompiler {
  return (element, context) => {
    const value: FrameFilter = {
      name: context.compile(element.name),
      key: JSON.stringify([element.kind, element.name, [...element.properties]]),
      isRenaming: !context.isFunctional,
      matches: match(element, (name) => context.text(element, name)),
      repliesToPing: booleanProperty(element, 'replyToPing'),
    };
    return { config: { kind: filterKind, value } };
  };
}

/** The filters of a sampler, the nearest first. */
export function filtersOf(scope: Scope): readonly FrameFilter[] {
  const filters = scope.configs(filterKind) as readonly FrameFilter[];
  return filters.filter(({ key }, at) => filters.findIndex((each) => each.key === key) === at);
}

interface Reading {
  readonly client: WebSocketClient;
  readonly user: User;
  /** Gets a sub-result for each discarded frame. */
  readonly result: Result;
}

/** Receives the next frame that passes all filters. The last filter reads first, and each counts its own timeout. */
export function receiveFiltered(
  filters: readonly FrameFilter[],
  reading: Reading,
  timeoutMs: number,
  done: (outcome: Frame | Error) => void,
): void {
  const [filter, ...others] = filters;
  const { client, user, result } = reading;
  if (filter === undefined) {
    client.receive(timeoutMs, done);
    return;
  }
  const startMs = user.runner.nowMs();
  receiveFiltered(others, reading, timeoutMs, (frame) => {
    if (frame instanceof Error) {
      done(frame);
      return;
    }
    const spentMs = Math.floor(user.runner.nowMs()) - Math.floor(startMs);
    const isDiscarded = filter.matches(frame, user);
    const goOn = (): void => {
      if (spentMs >= timeoutMs) {
        done(readTimedOut());
      } else if (isDiscarded) {
        receiveFiltered(filters, reading, timeoutMs - spentMs, done);
      } else {
        done(frame);
      }
    };
    if (!isDiscarded) {
      goOn();
      return;
    }
    const discarded = discardedResult(filter, frame, user, startMs);
    const add = (): void => {
      result.addRawSubResult(discarded, filter.isRenaming);
      goOn();
    };
    if (frame.kind !== 'ping' || !filter.repliesToPing) {
      add();
      return;
    }
    client.send('pong', frame.payload, (sent) => {
      if (sent instanceof Error) {
        done(sent);
        return;
      }
      discarded.sentBytes = sent;
      add();
    });
  });
}

function discardedResult(filter: FrameFilter, frame: Frame, user: User, startMs: number): Result {
  const { kind, payload, sizeBytes } = frame;
  const result = new Result();
  result.startMs = startMs;
  result.endMs = user.runner.nowMs();
  result.label = `Discarded ${frameType(frame)} frame (by filter '${filter.name.evaluate(user)}')`;
  result.isSuccess = true;
  result.message = `Received ${describeFrame(frame)}`;
  result.headerBytes = sizeBytes - payload.length;
  result.bodyBytes = payload.length;
  if (kind === 'text') {
    result.setTextBody(payload.toString('utf8'));
  } else if (kind === 'binary') {
    result.setBody(payload);
  }
  return result;
}
