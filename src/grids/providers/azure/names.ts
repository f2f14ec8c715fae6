/** Names within the resource group of a grid. They are the same at each attempt, so that a repeated request creates nothing twice. */
export const names = {
  scaleSet: 'nodes',
  network: 'network',
  subnet: 'nodes',
  securityGroup: 'closed',
  autoscale: 'end',
};

export function groupNameOf(gridId: string): string {
  return `spate-${gridId}`;
}

/** Resource id of something in the resource group of a grid. */
export function idIn(subscriptionId: string, gridId: string, path: string): string {
  return `/subscriptions/${subscriptionId}/resourceGroups/${groupNameOf(gridId)}/providers/${path}`;
}
