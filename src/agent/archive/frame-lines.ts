import { decodeFrame, type Frame } from '../../metrics/frame.ts';
import type { IntendedTimes } from '../../metrics/intended-times.ts';
import type { LabelStats } from '../../metrics/label-stats.ts';
import { responseCodes } from '../../metrics/response-codes.ts';
import type { TimeStats } from '../../metrics/time-stats.ts';
import type { SentFrame } from '../../protocol/frame-message.ts';

const percentiles = [50, 75, 90, 95, 99, 99.9];

/** A frame as one line of JSON with plain numbers, readable without Spate. */
export function frameLine(sent: SentFrame): string {
  const frame: Frame = decodeFrame(sent.seq, sent.second, sent.payload);
  return `${JSON.stringify({
    seq: frame.seq,
    second: frame.second,
    time: new Date(frame.second * 1000).toISOString(),
    users: frame.users,
    labels: [...frame.labels].map(([label, stats]) => ({ label, ...figuresOf(stats) })),
  })}\n`;
}

function figuresOf(stats: LabelStats) {
  return {
    passed: stats.passed,
    failed: stats.failed,
    responseTimeSumUs: stats.sumUs,
    responseTimeSumSquares: stats.sumSquares,
    minUs: stats.count > 0 ? stats.minUs : null,
    maxUs: stats.count > 0 ? stats.maxUs : null,
    latencySumUs: stats.latencySumUs,
    connectSumUs: stats.connectSumUs,
    bytesIn: stats.bytesIn,
    bytesOut: stats.bytesOut,
    ...percentilesOf(stats),
    errors: [...stats.errors.values()],
    codes: responseCodes(stats),
    ...(stats.intended && { fromIntendedStart: intendedOf(stats.intended) }),
  };
}

function intendedOf(times: IntendedTimes) {
  return {
    scheduled: times.scheduled,
    responseTimeSumUs: times.sumUs,
    ...percentilesOf(times),
  };
}

function percentilesOf({ passedHistogram, failedHistogram }: TimeStats) {
  const valuesOf = (histogram: TimeStats['passedHistogram']): Record<string, number> | null =>
    histogram.count > 0
      ? Object.fromEntries(percentiles.map((each) => [each, histogram.valueAtPercentile(each)]))
      : null;
  return { passedPercentilesUs: valuesOf(passedHistogram), failedPercentilesUs: valuesOf(failedHistogram) };
}
