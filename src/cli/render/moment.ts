/** A time of the service as lists show it, to the minute; their headings say that it is UTC. */
export function moment(at: string): string;
export function moment(at: string | null, otherwise: string): string;
export function moment(at: string | null, otherwise = ''): string {
  return at === null ? otherwise : at.slice(0, 16).replace('T', ' ');
}
