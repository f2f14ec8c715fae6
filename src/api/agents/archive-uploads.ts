import { PassThrough, type Readable } from 'node:stream';
import { clientGone, watchBody } from '../params/body-stream.ts';

/** One upload at a time for each execution: a newer one, of an agent that was started again, ends the one before. */
export class ArchiveUploads {
  readonly #open = new Map<string, Readable>();

  /** Hands the body on as it comes. One that stalls, or whose sender is gone, ends with an error. */
  async only(executionId: string, body: Readable, use: (body: Readable) => Promise<void>): Promise<void> {
    this.#open.get(executionId)?.destroy(clientGone());
    const copy = new PassThrough();
    this.#open.set(executionId, copy);
    const onGone = () => {
      if (!body.readableEnded) copy.destroy(clientGone());
    };
    const endWatch = watchBody(body, (error) => copy.destroy(error));
    body.once('close', onGone).once('error', onGone);
    try {
      await use(body.pipe(copy));
    } finally {
      endWatch();
      body.off('close', onGone).off('error', onGone).unpipe(copy);
      // The request still gets its answer.
      body.resume();
      if (this.#open.get(executionId) === copy) this.#open.delete(executionId);
    }
  }
}
