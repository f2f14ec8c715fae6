/** Somebody whose answer has been read. */
export interface Answered {
  goOn(): void;
}

/** A connection with something to send. */
export interface Sendable {
  write(): void;
}

/** Then what has arrived in the meantime is read, so that its time is not ours. */
const sliceMs = 1;
const turnsBetweenLooks = 8;

/**
 * Takes answers that arrive together in three steps: all are read, then everybody goes on with theirs, then all that is
 * to be sent goes out. Done in turns the same work costs a third more, because the kernel's code and ours push each other
 * out of the processor's caches. And an answer's time is taken before others are worked on.
 */
export class AnswerStages {
  readonly #now: () => number;
  #answered: Answered[] = [];
  /** How many of them have had their turn. */
  #taken = 0;
  #sendable: Sendable[] = [];
  #isDue = false;
  #isGoingOn = false;

  constructor(nowMs: () => number) {
    this.#now = nowMs;
  }

  /** How many answers are held. */
  get waiting(): number {
    return this.#answered.length;
  }

  /** Its turn comes when all that has arrived is read. */
  add(answered: Answered): void {
    this.#answered.push(answered);
    if (!this.#isDue) {
      this.#isDue = true;
      setImmediate(this.#goOn);
    }
  }

  /** Goes out with the others who go on now, or at once when nobody does. */
  send(sendable: Sendable): void {
    if (this.#isGoingOn) {
      this.#sendable.push(sendable);
    } else {
      sendable.write();
    }
  }

  readonly #goOn = (): void => {
    this.#isDue = false;
    this.#isGoingOn = true;
    try {
      this.#takeTurns();
    } finally {
      this.#isGoingOn = false;
      const sendable = this.#sendable;
      this.#sendable = [];
      for (const each of sendable) {
        each.write();
      }
      if (this.#answered.length > 0) {
        this.#isDue = true;
        setImmediate(this.#goOn);
      }
    }
  };

  #takeTurns(): void {
    const answered = this.#answered;
    const endsAtMs = this.#now() + sliceMs;
    for (let turns = 1; this.#taken < answered.length; turns++) {
      const next = answered[this.#taken];
      this.#taken += 1;
      next?.goOn();
      if (turns % turnsBetweenLooks === 0 && this.#now() >= endsAtMs) {
        break;
      }
    }
    // Whoever has had their turn is let go, however many still wait.
    this.#answered = answered.slice(this.#taken);
    this.#taken = 0;
  }
}
