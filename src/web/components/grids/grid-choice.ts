import type { EstimateInput, NewRunInput } from '../../../contract/inputs.ts';
import { defaultStopAfterMin } from '../../../contract/run-settings.ts';

/** Form state of the grids of a run; values are text until submission. */
export interface GridChoice {
  /** `test`: grids like those of the repeated test. */
  where: 'test' | 'shared' | 'grids' | 'regions';
  gridIds: string[];
  regions: { region: string; nodes: string }[];
  /** Empty: by the length of the run. */
  stopAfterMin: string;
  /** Run settings that determine cost and lifetime of dedicated nodes. */
  duration: string;
  rampup: string;
}

export const noGridChoice: Pick<GridChoice, 'gridIds' | 'regions' | 'stopAfterMin'> = {
  gridIds: [],
  regions: [{ region: 'us-east-1', nodes: '1' }],
  stopAfterMin: '',
};

/** Grids in the input of a run; none for the shared grid and for the grids of the test. */
export function gridsOf(choice: GridChoice): NonNullable<NewRunInput['grids']> {
  if (choice.where === 'grids') return choice.gridIds.map((uuid) => ({ uuid }));
  if (choice.where !== 'regions') return [];
  return choice.regions.map(({ region, nodes }) => ({
    region: region.trim(),
    infrastructure: 'demand',
    instance_quantity: Number(nodes),
    stop_after: stopAfterMin(choice),
  }));
}

/** Input of the cost estimate of a choice. */
export function estimateInputOf(choice: GridChoice): EstimateInput {
  const duration = Number(choice.duration);
  return { grids: gridsOf(choice), ...(duration > 0 ? { duration } : {}) };
}

/** Lifetime of dedicated nodes. */
export function stopAfterMin({ stopAfterMin: chosen, duration, rampup }: GridChoice): number {
  if (chosen.trim() !== '') return Number(chosen);
  return defaultStopAfterMin(Math.max(0, Number(duration)), Number(rampup) || 0);
}
