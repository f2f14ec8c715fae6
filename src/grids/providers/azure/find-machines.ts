import type { VirtualMachineScaleSet, VirtualMachineScaleSetVM } from '@azure/arm-compute';
import type { Grid } from '../../../domain/grid.ts';
import { type AzureFault, isNotFound, statusFault } from './faults.ts';
import { groupNameOf, names } from './names.ts';
import type { AzureSession } from './sessions.ts';

/** A machine of the scale set of a grid. */
export interface FoundMachine {
  /** Number within the scale set. */
  id: string;
  /** Host name, which its node reports, in lower case. */
  name: string;
  /** False once it has stopped or failed, or is being deleted. */
  isLive: boolean;
  isDeleting: boolean;
  /** Why it failed. */
  fault: AzureFault | undefined;
}

/** Undefined before it is created, and after it is deleted. */
export async function findScaleSet(
  { compute }: AzureSession,
  grid: Pick<Grid, 'id'>,
): Promise<VirtualMachineScaleSet | undefined> {
  try {
    return await compute.virtualMachineScaleSets.get(groupNameOf(grid.id), names.scaleSet);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** In the order of their numbers; none without a scale set. */
export async function findMachines(
  { compute }: AzureSession,
  grid: Pick<Grid, 'id'>,
): Promise<FoundMachine[]> {
  const found: FoundMachine[] = [];
  try {
    const all = compute.virtualMachineScaleSetVMs.list(groupNameOf(grid.id), names.scaleSet, {
      expand: 'instanceView',
    });
    for await (const machine of all) found.push(readMachine(machine));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return [];
  }
  return found.sort((a, b) => Number(a.id) - Number(b.id));
}

/** Why the scale set could not start machines; undefined unless its last change failed. */
export async function scaleSetFault(
  { compute }: AzureSession,
  grid: Pick<Grid, 'id'>,
): Promise<AzureFault | undefined> {
  const { statuses = [] } = await compute.virtualMachineScaleSets.getInstanceView(
    groupNameOf(grid.id),
    names.scaleSet,
  );
  return statuses.map(statusFault).find((fault) => fault !== undefined);
}

const offStates = ['stopping', 'stopped', 'deallocating', 'deallocated'];

function readMachine({
  instanceId = '',
  osProfile,
  provisioningState = '',
  instanceView,
}: VirtualMachineScaleSetVM): FoundMachine {
  const statuses = instanceView?.statuses ?? [];
  const power = statuses.flatMap(
    ({ code = '' }) => /^PowerState\/(\w+)/i.exec(code)?.[1]?.toLowerCase() ?? [],
  );
  const isDeleting = provisioningState === 'Deleting';
  const hasFailed = provisioningState === 'Failed';
  return {
    id: instanceId,
    name: (osProfile?.computerName ?? '').toLowerCase(),
    isDeleting,
    isLive: !isDeleting && !hasFailed && !power.some((state) => offStates.includes(state)),
    fault: hasFailed ? statuses.map(statusFault).find((fault) => fault !== undefined) : undefined,
  };
}
