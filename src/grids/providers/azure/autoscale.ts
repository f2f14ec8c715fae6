import type { Grid } from '../../../domain/grid.ts';
import { isNotFound } from './faults.ts';
import { idIn, names } from './names.ts';
import type { AzureSession } from './sessions.ts';

const apiVersion = '2022-10-01';
const yearMs = 365 * 24 * 3600_000;

/** An autoscale setting that deletes all machines of the scale set at a given time, without the service. */
export function autoscaleSetting(
  { instanceQuantity }: Pick<Grid, 'instanceQuantity'>,
  scaleSetId: string,
  location: string,
  endsAt: Date,
) {
  const capacity = (maximum: number) => ({ minimum: '0', maximum: String(maximum), default: '0' });
  return {
    location,
    properties: {
      name: names.autoscale,
      enabled: true,
      targetResourceUri: scaleSetId,
      profiles: [
        // Without rules, and with any number in its range, Azure changes nothing.
        { name: 'until the end of the grid', capacity: capacity(instanceQuantity), rules: [] },
        {
          name: 'after the end of the grid',
          capacity: capacity(0),
          rules: [],
          fixedDate: {
            timeZone: 'UTC',
            start: inSeconds(endsAt),
            end: inSeconds(new Date(endsAt.getTime() + yearMs)),
          },
        },
      ],
    },
  };
}

/** Has Azure delete the machines of the grid at this time. Changes a setting that exists only if its time differs. */
export async function ensureEnd(
  { resources, subscriptionId }: AzureSession,
  grid: Grid,
  location: string,
  endsAt: Date,
): Promise<void> {
  // The SDK puts a slash in front.
  const id = idIn(subscriptionId, grid.id, `Microsoft.Insights/autoscaleSettings/${names.autoscale}`).slice(
    1,
  );
  const found = await resources.resources.getById(id, apiVersion).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  if (found && startOf(found.properties) === inSeconds(endsAt)) return;
  const scaleSetId = idIn(
    subscriptionId,
    grid.id,
    `Microsoft.Compute/virtualMachineScaleSets/${names.scaleSet}`,
  );
  const setting = autoscaleSetting(grid, scaleSetId, location, endsAt);
  await resources.resources.createOrUpdateById(id, apiVersion, setting);
}

function startOf(properties: unknown): string | undefined {
  const { profiles = [] } = (properties ?? {}) as { profiles?: { fixedDate?: { start?: string } }[] };
  const start = profiles.find(({ fixedDate }) => fixedDate)?.fixedDate?.start;
  return start === undefined ? undefined : inSeconds(new Date(start));
}

function inSeconds(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
