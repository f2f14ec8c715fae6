import type { ElementHandle, Frame } from 'playwright-core';
import type { UserSession } from '../session.ts';
import { unwrap } from './unwrap.ts';

/** The frame that a script means by an index, a name, an id or its element. */
export async function findFrame(session: UserSession, id: unknown): Promise<Frame> {
  if (typeof id === 'number') return byIndex(session, id);
  if (typeof id === 'string') return byName(session, id);
  return byElement(unwrap(id) as ElementHandle);
}

async function byIndex(session: UserSession, index: number): Promise<Frame> {
  const frame = session.frame.childFrames()[index];
  if (frame === undefined) throw new Error(`There is no frame with the index ${index}`);
  return frame;
}

async function byName(session: UserSession, name: string): Promise<Frame> {
  const inside = session.frame.childFrames();
  const frames = [...inside, ...session.page.frames().filter((frame) => !inside.includes(frame))];
  const named = frames.find((frame) => frame.name() === name);
  if (named !== undefined) return named;
  for (const frame of frames) {
    const element = await frame.frameElement().catch(() => null);
    const id = await element?.getAttribute('id').catch(() => null);
    if (id === name) return frame;
  }
  throw new Error(`There is no frame with the name or id '${name}'`);
}

async function byElement(element: ElementHandle | undefined): Promise<Frame> {
  const frame = await element?.contentFrame?.();
  if (!frame) throw new Error('The element to switch to is no frame');
  return frame;
}
