import type { GeneratorResource } from '../../contract/resources/generator.ts';
import type { GeneratorLoad } from '../../domain/generator.ts';

export function generatorResource({ lagP99Ms, lagMaxMs, busyShare }: GeneratorLoad): GeneratorResource {
  return { lag_p99_ms: round(lagP99Ms), lag_max_ms: round(lagMaxMs), busy_share: round(busyShare) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
