import type { GeneratorResource } from '../../contract/resources/generator.ts';
import type { GeneratorLoad } from '../../domain/generator.ts';

export function generatorResource(load: GeneratorLoad): GeneratorResource {
  return {
    lag_p99_ms: round(load.lagP99Ms),
    lag_max_ms: round(load.lagMaxMs),
    busy_share: round(load.busyShare),
    includes_start: load.includesStart !== undefined,
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
