import type { Client } from '../../contract/client.ts';
import type { NewGridInput, NewRunInput } from '../../contract/inputs.ts';
import { CliError } from '../cli-error.ts';
import { isWholeId, resolveGrid } from '../service/resolve-grid.ts';

type GridChoice = NonNullable<NewRunInput['grids']>[number];

export interface GridOptions {
  given: readonly string[];
  /** In minutes, for grids started for the run. */
  stopAfterMin: number;
  instanceType?: string | undefined;
  /** Credential of the cloud account where grids for the run are started. */
  credentialId?: number | undefined;
}

/** Resolves --grid: `region=nodes` or `region` starts a grid, anything else is an existing one. */
export async function readGrids(options: GridOptions, client: Client): Promise<GridChoice[]> {
  const choices: GridChoice[] = [];
  for (const text of options.given) choices.push(await readGrid(text, options, client));
  return choices;
}

async function readGrid(text: string, options: GridOptions, client: Client): Promise<GridChoice> {
  if (isWholeId(text)) return { uuid: text };
  const [, region = '', quantity = '1'] = /^([^=]+)=(.*)$/.exec(text) ?? ['', text];
  if (!/^[1-9]\d*$/.test(quantity)) {
    throw new CliError(
      `Invalid value for --grid: "${text}".`,
      'Use <region>=<nodes>, such as us-east-1=2, or the id of a grid.',
    );
  }
  // A region has a dash or a number of nodes; an id has neither.
  if (text.includes('=') || region.includes('-')) return newGrid(region, Number(quantity), options);
  return { uuid: (await resolveGrid(text, client)).uuid };
}

function newGrid(
  region: string,
  quantity: number,
  { stopAfterMin, instanceType, credentialId }: GridOptions,
): NewGridInput {
  return {
    region,
    infrastructure: credentialId === undefined ? 'demand' : 'hosted',
    ...(credentialId !== undefined && { credential_id: credentialId }),
    instance_quantity: quantity,
    stop_after: stopAfterMin,
    ...(instanceType && { instance_type: instanceType }),
  };
}
