import type { Client } from '../../contract/client.ts';
import type { NewGridInput, NewRunInput } from '../../contract/inputs.ts';
import { CliError } from '../cli-error.ts';
import { isWholeId, resolveGrid } from '../service/resolve-grid.ts';

type GridChoice = NonNullable<NewRunInput['grids']>[number];

export interface GridWishes {
  given: readonly string[];
  /** Minutes; for grids that are made for the run. */
  stopAfterMin: number;
  instanceType?: string | undefined;
}

/** What --grid names: `region=nodes` or `region` makes a grid, anything else is one that is there. */
export async function readGrids(wishes: GridWishes, client: Client): Promise<GridChoice[]> {
  const choices: GridChoice[] = [];
  for (const text of wishes.given) choices.push(await readGrid(text, wishes, client));
  return choices;
}

async function readGrid(text: string, wishes: GridWishes, client: Client): Promise<GridChoice> {
  if (isWholeId(text)) return { uuid: text };
  const [, region = '', quantity = '1'] = /^([^=]+)=(.*)$/.exec(text) ?? ['', text];
  if (!/^[1-9]\d*$/.test(quantity)) {
    throw new CliError(`--grid cannot be "${text}".`, 'It looks like us-east-1=2, or is the id of a grid.');
  }
  // A region's name has a dash or a number of nodes behind it; an id never has.
  if (text.includes('=') || region.includes('-')) return newGrid(region, Number(quantity), wishes);
  return { uuid: (await resolveGrid(text, client)).uuid };
}

function newGrid(region: string, quantity: number, { stopAfterMin, instanceType }: GridWishes): NewGridInput {
  return {
    region,
    infrastructure: 'demand',
    instance_quantity: quantity,
    stop_after: stopAfterMin,
    ...(instanceType && { instance_type: instanceType }),
  };
}

const spareMin = 15;
const unknownDurationMin = 60;

/** How long a grid of the run's own stays: as long as the run, with room for its start and end. */
export function defaultStopAfterMin(durationS: number | undefined, rampupS = 0): number {
  if (durationS === undefined || durationS === 0) return unknownDurationMin;
  return Math.ceil((durationS + rampupS) / 60) + spareMin;
}
