import type { PostProcessor, PreProcessor, User } from '../core.ts';

/** Runs processors one after another, some of which run outside of the engine. */
export async function processInTurn(
  processors: readonly (PreProcessor | PostProcessor)[],
  user: User,
): Promise<void> {
  for (const processor of processors) {
    const work = processor.process(user);
    if (work !== undefined) {
      await work;
    }
  }
}
