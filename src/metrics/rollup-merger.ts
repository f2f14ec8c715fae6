import { CappedLabels, type Caps } from './caps.ts';
import { addEncodedStats } from './label-codec.ts';
import { PeakFinder } from './peak.ts';
import { emptyRollup, type Rollup, type UserFigures } from './rollup.ts';
import {
  decodeRollup,
  findLabels,
  type LabelPlace,
  orUnreadable,
  requireEnds,
  sizeOf,
} from './rollup-codec.ts';

/** Maximum number of buffered, decompressed roll-ups before they are merged. */
const maxHeldBytes = 48 * 1024 * 1024;

/** Merges intervals of any order and length that do not overlap. */
export function mergeRollups(
  rollups: Iterable<Rollup>,
  interval: { startS: number; spanS: number },
  caps: Caps,
): Rollup {
  const merger = new RollupMerger(interval, caps);
  for (const rollup of rollups) merger.add(rollup);
  return merger.finish();
}

/** Merges intervals incrementally; memory depends on their distinct content, not their number. */
export class RollupMerger {
  readonly #merged: Rollup;
  readonly #labels: CappedLabels;
  readonly #peak = new PeakFinder();
  /** Buffered labels: merging one label of many roll-ups at once is fastest. */
  #held = new Map<string, LabelPlace[]>();
  #heldBytes = 0;

  constructor(interval: { startS: number; spanS: number }, caps: Caps) {
    this.#merged = emptyRollup(interval.startS, interval.spanS);
    this.#labels = new CappedLabels(caps);
  }

  add(rollup: Rollup): void {
    for (const [label, stats] of rollup.labels) this.#labels.add(label, stats);
    this.#addRest(rollup);
  }

  /** Adds an encoded roll-up. Awaits `breathe` regularly during long work. */
  async addEncoded(payload: Uint8Array, breathe: () => Promise<void>): Promise<void> {
    const found = findLabels(payload);
    if (!found) return this.add(decodeRollup(payload));
    this.#addRest(found.rollup);
    for (const [label, place] of found.places) {
      const places = this.#held.get(label);
      if (places) places.push(place);
      else this.#held.set(label, [place]);
      this.#heldBytes += sizeOf(place);
    }
    if (this.#heldBytes > maxHeldBytes) await this.settle(breathe);
    await breathe();
  }

  /** Merges all buffered labels. */
  async settle(breathe: () => Promise<void>): Promise<void> {
    for (const [label, places] of this.#held) {
      this.#work(label, places);
      await breathe();
    }
    this.#held = new Map();
    this.#heldBytes = 0;
  }

  /** Requires `settle` after `addEncoded`. */
  finish(): Rollup {
    if (this.#held.size > 0) throw new Error('settle() must be called before finish().');
    this.#merged.labels = this.#labels.finish();
    this.#merged.peak = this.#peak.finish(this.#merged.labels);
    return this.#merged;
  }

  #work(label: string, places: readonly LabelPlace[]): void {
    orUnreadable(() => {
      this.#labels.change(label, (stats) => addEncodedStats(places, stats));
      for (const place of places) requireEnds(place);
    });
  }

  #addRest(rollup: Rollup): void {
    const merged = this.#merged;
    addUsers(merged.users, rollup.users);
    merged.firstSecond = pick(Math.min, merged.firstSecond, rollup.firstSecond);
    merged.lastSecond = pick(Math.max, merged.lastSecond, rollup.lastSecond);
    this.#peak.add(rollup);
  }
}

function addUsers(sum: UserFigures, more: UserFigures): void {
  sum.max = Math.max(sum.max, more.max);
  sum.userSeconds += more.userSeconds;
  sum.activeSeconds += more.activeSeconds;
}

function pick(choose: (...all: number[]) => number, one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return choose(one, other);
}
