import { PassThrough, type Readable } from 'node:stream';
import { clientGone, watchBody } from '../params/body-stream.ts';

/** One upload per execution: a newer one, from a restarted agent, replaces the previous one. */
export class ArchiveUploads {
  readonly #open = new Map<string, Readable>();

  /** Streams the body to `use`. Fails if the body stalls or the sender disconnects. */
  async only(executionId: string, body: Readable, use: (body: Readable) => Promise<void>): Promise<void> {
    this.#open.get(executionId)?.destroy(clientGone());
    // `use` may wait for the database before it reads; an unhandled error would end the service.
    const copy = new PassThrough().on('error', () => {});
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
      // Lets the request receive a response.
      body.resume();
      if (this.#open.get(executionId) === copy) this.#open.delete(executionId);
    }
  }
}
