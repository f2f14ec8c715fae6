/** One path segment, encoded. */
export function part(id: string): string {
  return encodeURIComponent(id);
}

type QueryValue = string | number | boolean | readonly string[] | undefined;

export function query(values: Record<string, QueryValue>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'object') for (const item of value) search.append(`${key}[]`, item);
    else if (value !== undefined) search.set(key, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
