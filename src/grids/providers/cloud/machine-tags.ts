/** Tag on everything that the service creates in a cloud; its value is the id of the installation. */
export const installationTag = 'spate:installation';

export const machineTags = {
  grid: 'spate:grid',
  account: 'spate:account',
  slot: 'spate:slot',
  attempt: 'spate:attempt',
};
