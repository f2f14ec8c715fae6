/** A list that can be used directly or awaited. */
export function awaitable<T>(list: T[]): T[] {
  const plain = [...list];
  return Object.defineProperty([...list], 'then', {
    value: (resolve: (list: T[]) => void) => resolve(plain),
    enumerable: false,
  });
}
