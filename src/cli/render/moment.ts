/** UTC time for tables, to the minute; the column heading contains the zone. */
export function moment(at: string): string;
export function moment(at: string | null, otherwise: string): string;
export function moment(at: string | null, otherwise = ''): string {
  return at === null ? otherwise : at.slice(0, 16).replace('T', ' ');
}
