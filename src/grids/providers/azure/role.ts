import type { AzurePermission } from './sessions.ts';

/** Actions that the service performs itself. */
const actions = [
  'Microsoft.Authorization/permissions/read',
  'Microsoft.Compute/skus/read',
  'Microsoft.Compute/virtualMachineScaleSets/delete/action',
  'Microsoft.Compute/virtualMachineScaleSets/instanceView/read',
  'Microsoft.Compute/virtualMachineScaleSets/read',
  'Microsoft.Compute/virtualMachineScaleSets/virtualMachines/read',
  'Microsoft.Compute/virtualMachineScaleSets/write',
  'Microsoft.Insights/autoscaleSettings/read',
  'Microsoft.Insights/autoscaleSettings/write',
  'Microsoft.Network/networkSecurityGroups/write',
  'Microsoft.Network/virtualNetworks/write',
  'Microsoft.Resources/subscriptions/providers/read',
  'Microsoft.Resources/subscriptions/resourceGroups/delete',
  'Microsoft.Resources/subscriptions/resourceGroups/read',
  'Microsoft.Resources/subscriptions/resourceGroups/write',
];

/** Actions that Azure requires beside them: to connect machines to a network, and to ask for the state of an operation. */
export const impliedActions: readonly string[] = [
  'Microsoft.Compute/locations/operations/read',
  'Microsoft.Compute/virtualMachineScaleSets/virtualMachines/instanceView/read',
  'Microsoft.Network/locations/operations/read',
  'Microsoft.Network/networkSecurityGroups/join/action',
  'Microsoft.Network/networkSecurityGroups/read',
  'Microsoft.Network/virtualNetworks/read',
  'Microsoft.Network/virtualNetworks/subnets/join/action',
];

/** All actions of the role. */
export const roleActions: readonly string[] = [...actions, ...impliedActions].sort();

/** The custom role with the least privilege that grids in a subscription need, for `az role definition create`. */
export function roleDefinition(subscriptionId = '<subscription id>'): object {
  return {
    Name: 'Spate grids',
    IsCustom: true,
    Description: 'Starts and ends the machines of Spate grids, in resource groups of their own.',
    Actions: roleActions,
    NotActions: [],
    AssignableScopes: [`/subscriptions/${subscriptionId}`],
  };
}

/** Actions of the role that none of the permissions allows. */
export function missingActions(permissions: readonly AzurePermission[]): string[] {
  return roleActions.filter(
    (action) =>
      !permissions.some(
        ({ actions: allowed, notActions }) => matches(allowed, action) && !matches(notActions, action),
      ),
  );
}

/** Patterns of Azure have `*` for any text, also across slashes, and ignore the case. */
function matches(patterns: readonly string[], action: string): boolean {
  return patterns.some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 'i').test(action);
  });
}
