import type { UserSession } from '../session.ts';
import { act } from './action.ts';
import type { ClickOptions } from './clicking.ts';
import { ElementHandle } from './element-handle.ts';

type Point = [number, number];

/** `browser.mouse`. */
export class Mouse {
  readonly #session: UserSession;

  constructor(session: UserSession) {
    this.#session = session;
  }

  /** `click(x, y)`, `click([x, y])` or `click(element)`. */
  click(...args: unknown[]): Promise<void> {
    return this.#do('click', async () => {
      const [first, second] = args;
      const options = (typeof first === 'number' ? args[2] : second) as ClickOptions | undefined;
      const [x, y] = await pointOf(first, second);
      await this.#session.page.mouse.click(x, y, options);
    });
  }

  down(options?: ClickOptions): Promise<void> {
    return this.#do('down', () => this.#session.page.mouse.down(options));
  }

  up(options?: ClickOptions): Promise<void> {
    return this.#do('up', () => this.#session.page.mouse.up(options));
  }

  move(...args: unknown[]): Promise<void> {
    return this.#do('move', async () => {
      const [first, second] = args;
      const options = (typeof first === 'number' ? args[2] : second) as { steps?: number } | undefined;
      const [x, y] = await pointOf(first, second);
      await this.#session.page.mouse.move(x, y, options);
    });
  }

  drag(from: Point, to: Point): Promise<void> {
    return this.#do('drag', async () => {
      const { mouse } = this.#session.page;
      await mouse.move(...from);
      await mouse.down();
      await mouse.move(...to);
      await mouse.up();
    });
  }

  #do<T>(name: string, body: () => Promise<T>): Promise<T> {
    return act(this.#session, { name: `mouse.${name}` }, body);
  }
}

async function pointOf(first: unknown, second: unknown): Promise<Point> {
  if (first instanceof ElementHandle) return first.centerPoint();
  const [x, y] = Array.isArray(first) ? first : [first, second];
  if (typeof x === 'number' && typeof y === 'number') return [x, y];
  throw new Error('The mouse needs a point: x and y, [x, y] or an element');
}
