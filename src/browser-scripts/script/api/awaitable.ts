/** A list that can be used at once and also be awaited. */
export function awaitable<T>(list: T[]): T[] {
  const plain = [...list];
  return Object.defineProperty([...list], 'then', {
    value: (resolve: (list: T[]) => void) => resolve(plain),
    enumerable: false,
  });
}
