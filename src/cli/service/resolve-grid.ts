import type { Client } from '../../contract/client.ts';
import type { GridResource } from '../../contract/resources/grid.ts';
import { CliError } from '../cli-error.ts';
import { pickByPrefix } from './pick-by-prefix.ts';

export function isWholeId(text: string): boolean {
  return /^[A-Za-z0-9]{22}$/.test(text);
}

/** Finds a grid by id, id prefix, name or `shared`, or a hosted grid by its region. */
export async function resolveGrid(text: string, client: Client): Promise<GridResource> {
  if (isWholeId(text)) return client.grids.get(text);
  const grids = (await client.grids.list())._embedded.grids;
  const named = grids.filter(
    (grid) =>
      grid.name === text ||
      grid.infrastructure === text ||
      (grid.infrastructure === 'hosted' && grid.region === text),
  );
  const [only] = named;
  if (only && named.length === 1) return only;
  const found = pickByPrefix(text, grids, 'grid', (grid) => `${grid.uuid}  ${grid.name}`);
  if (found) return found;
  throw new CliError(`Grid not found: "${text}".`, 'List running grids with: spate grids');
}
