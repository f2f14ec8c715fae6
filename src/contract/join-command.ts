/** Variable with the join token, for the script that the join command of a grid runs. */
export const joinVariable = 'SPATE_JOIN_TOKEN';

export function joinTokenIn(joinCommand: string): string {
  const token = new RegExp(`\\b${joinVariable}=([\\w-]+)`).exec(joinCommand)?.[1];
  if (token === undefined) throw new Error('The join command contains no join token.');
  return token;
}
