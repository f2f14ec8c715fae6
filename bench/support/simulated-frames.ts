import { encodeFrame } from '../../src/metrics/frame.ts';
import { FrameBuilder } from '../../src/metrics/frame-builder.ts';
import type { Sample } from '../../src/metrics/sample.ts';

/** Encoded frames of one second with realistic distributions, prepared so that sending them is cheap. */
export function encodedFrames(count: number, samplesPerFrame: number, labels = steps): Buffer[] {
  return Array.from({ length: count }, (_, variant) => {
    const builder = new FrameBuilder({ maxLabels: 2000, maxErrorTexts: 100 });
    const samples = Array.from({ length: samplesPerFrame }, (_, index) => sample(variant, index, labels));
    const [frame] = builder.build(samples, { firstSeq: 1, clockOffsetMs: 0, nowS: 0, users: 50 });
    if (!frame) throw new Error('There is no frame.');
    return encodeFrame(frame);
  });
}

const steps = Array.from({ length: 20 }, (_, at) => `Step ${at}`);
/** Rotates the labels, so that frames with fewer samples than labels do not all contain the same ones. */
const samplesStep = 97;

function sample(variant: number, index: number, labels: readonly string[]): Sample {
  // Cheap, deterministic and long-tailed.
  const spread = ((index * 7919 + variant * 104_729) % 1000) / 1000;
  const elapsedUs = Math.round(20_000 + 180_000 * spread ** 4 + (index % 97) * 130);
  const isPassed = (index + variant) % 50 !== 0;
  return {
    label: labels[(index + variant * samplesStep) % labels.length] ?? '',
    startedAtMs: 1_000_000 - elapsedUs / 1000,
    elapsedUs,
    latencyUs: Math.round(elapsedUs * 0.8),
    connectUs: index % 10 === 0 ? 1500 : 0,
    isPassed,
    code: isPassed ? '200' : '500',
    message: isPassed ? '' : 'Internal Server Error',
    bytesIn: 2048,
    bytesOut: 256,
    users: 50,
  };
}
