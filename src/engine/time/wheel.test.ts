import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { Wheel, WheelEntry } from './wheel.ts';

class Note extends WheelEntry {
  readonly name: string;
  readonly #notes: string[];

  constructor(name: string, notes: string[]) {
    super();
    this.name = name;
    this.#notes = notes;
  }

  override due(): void {
    this.#notes.push(this.name);
  }
}

/** The test controls the time. */
function withWheel(work: (wheel: Wheel, tick: (ms: number) => void, notes: string[]) => void): void {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let nowMs = 1_000_000;
    const wheel = new Wheel(() => nowMs);
    const tick = (ms: number) => {
      for (let passed = 0; passed < ms; passed++) {
        nowMs += 1;
        mock.timers.tick(1);
      }
    };
    work(wheel, tick, []);
  } finally {
    mock.timers.reset();
  }
}

describe('the timer wheel', () => {
  it('wakes every entry when it is due, and not before', () => {
    withWheel((wheel, tick, notes) => {
      for (const delay of [5, 1, 3, 3, 10_000, 20_000]) {
        wheel.add(new Note(String(delay), notes), 1_000_000 + delay);
      }
      tick(2);
      assert.deepEqual(notes, ['1']);
      tick(3);
      assert.deepEqual(notes.toSorted(), ['1', '3', '3', '5']);
      tick(9_994);
      assert.equal(notes.length, 4);
      tick(2);
      assert.equal(notes.length, 5);
      tick(10_000);
      assert.equal(notes.length, 6);
      assert.equal(wheel.waiting, 0);
    });
  });

  it('wakes entries of the same time in one batch, and records when', () => {
    withWheel((wheel, tick, notes) => {
      wheel.batch = {
        isFull: false,
        sliceMs: 1,
        run(wake) {
          notes.push('begin');
          wake();
          notes.push('end');
        },
      };
      wheel.add(new Note('a', notes), 1_000_001);
      wheel.add(new Note('b', notes), 1_000_001);
      tick(1);
      assert.deepEqual(notes, ['begin', 'a', 'b', 'end']);
      assert.equal(wheel.wokenAtMs, 1_000_001);
    });
  });

  it('does not wake removed entries, even when removed during a wake-up', () => {
    withWheel((wheel, tick, notes) => {
      const gone = new Note('gone', notes);
      const late = new Note('late', notes);
      class Remover extends Note {
        override due(): void {
          super.due();
          wheel.remove(gone);
          wheel.add(late, 1_000_050);
        }
      }
      wheel.add(new Remover('remover', notes), 1_000_005);
      wheel.add(gone, 1_000_005);
      wheel.add(new Note('other', notes), 1_000_005);
      tick(20);
      assert.deepEqual(notes, ['remover', 'other']);
      tick(40);
      assert.deepEqual(notes.at(-1), 'late');
    });
  });

  it('wakes overdue entries immediately and in insertion order', () => {
    withWheel((wheel, tick, notes) => {
      tick(500);
      wheel.add(new Note('past', notes), 1_000_450);
      wheel.add(new Note('now', notes), 1_000_500);
      tick(2);
      assert.deepEqual(notes, ['past', 'now']);
    });
  });

  it('moves an entry that is added again', () => {
    withWheel((wheel, tick, notes) => {
      const record = new Note('once', notes);
      wheel.add(record, 1_000_005);
      wheel.add(record, 1_000_009);
      assert.equal(wheel.waiting, 1);
      tick(7);
      assert.deepEqual(notes, []);
      tick(3);
      assert.deepEqual(notes, ['once']);
    });
  });

  it('wakes at least one entry per slice', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let nowMs = 1_000_000;
      const notes: string[] = [];
      // Each clock read takes longer than a slice.
      const wheel = new Wheel(() => (nowMs += 0.5));
      wheel.add(new Note('later', notes), 1_000_003 + 8192);
      wheel.add(new Note('now', notes), 1_000_003);
      wheel.add(new Note('now too', notes), 1_000_003);
      nowMs = 1_000_010;
      mock.timers.tick(1);
      for (let turns = 0; turns < 3; turns++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.deepEqual(notes, ['now', 'now too']);
      assert.equal(wheel.waiting, 1);
    } finally {
      mock.timers.reset();
    }
  });

  it('reports when it is behind schedule', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let nowMs = 1_000_000;
      const notes: string[] = [];
      const wheel = new Wheel(() => nowMs);
      wheel.batch = {
        isFull: false,
        sliceMs: 1,
        run(wake, isBehind) {
          notes.push(isBehind ? 'behind' : 'in time');
          wake();
        },
      };
      wheel.add(new Note('a', notes), 1_000_001);
      wheel.add(new Note('b', notes), 1_000_005);
      for (const passed of [1, 20]) {
        nowMs += passed;
        mock.timers.tick(1);
      }
      assert.deepEqual(notes, ['in time', 'a', 'behind', 'b']);
    } finally {
      mock.timers.reset();
    }
  });

  it('lets the event loop run when waking takes long', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let nowMs = 1_000_000;
      const woken: number[] = [];
      class Slow extends WheelEntry {
        override due(): void {
          woken.push(this.dueAtMs);
          nowMs += 0.6;
        }
      }
      const wheel = new Wheel(() => nowMs);
      for (let count = 0; count < 5; count++) {
        wheel.add(new Slow(), 1_000_001);
      }
      nowMs += 1;
      mock.timers.tick(1);
      const atOnce = woken.length;
      assert.ok(atOnce > 0 && atOnce < 5, `${atOnce} at once`);
      for (let turns = 0; turns < 10; turns++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      assert.equal(woken.length, 5);
      assert.equal(wheel.waiting, 0);
    } finally {
      mock.timers.reset();
    }
  });
});
