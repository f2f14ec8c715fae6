import type { SecureContext } from 'node:tls';
import type { Wheel } from '../users/wheel.ts';
import { AnswerStages } from './answer-stages.ts';
import type { HostNames } from './host-names.ts';
import { javaSecureContext } from './java-tls.ts';
import { Names } from './names.ts';

/** What all connections of a worker share. */
export interface HttpWorld {
  readonly wheel: Wheel;
  readonly readBuffer: Buffer;
  readonly secureContext: SecureContext;
  readonly names: HostNames;
  nowMs(): number;
  readonly stages: AnswerStages;
}

const readBufferBytes = 64 * 1024;

export function createHttpWorld(wheel: Wheel, nowMs: () => number): HttpWorld {
  const stages = new AnswerStages(nowMs);
  wheel.batch = stages;
  return {
    wheel,
    nowMs,
    stages,
    readBuffer: Buffer.allocUnsafeSlow(readBufferBytes),
    secureContext: javaSecureContext(),
    names: new Names(nowMs),
  };
}
