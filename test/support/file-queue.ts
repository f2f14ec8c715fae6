/**
 * Runs the files, or groups of files, in order, `atOnce` at a time. A file that is not ready is skipped until it is.
 * After an abort none is started.
 */
export async function runQueue<Item, Result>(
  files: readonly Item[],
  {
    atOnce,
    readiness,
    runOne,
    signal,
  }: {
    atOnce: number;
    /** Resolves when the file can run. */
    readiness(file: Item): Promise<unknown>;
    runOne(file: Item): Promise<Result>;
    signal: AbortSignal;
  },
): Promise<Result[]> {
  const results: Result[] = [];
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  const waiting = new Set(files);
  const ready = new Set<Item>();
  const becomingReady = new Map(
    files.map((file) => [
      file,
      readiness(file).then(() => {
        ready.add(file);
        becomingReady.delete(file);
      }),
    ]),
  );
  // Files that are ready from the start must be marked before the first one is selected.
  await new Promise(setImmediate);
  const runNext = async (): Promise<void> => {
    while (waiting.size > 0 && !signal.aborted) {
      const file = waiting.values().find((each) => ready.has(each));
      if (file === undefined) {
        await Promise.race([aborted, ...becomingReady.values()]);
        continue;
      }
      waiting.delete(file);
      results.push(await runOne(file));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return results;
}
