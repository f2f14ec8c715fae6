import type { Report } from '../metrics/report.ts';

/** Reports that are kept: each may hold the figures of thousands of labels. */
const maxKept = 8;

/**
 * The page of a run asks for its figures, its labels and then for more of them as somebody scrolls and sorts. Who asks for
 * the same at the same time shares one answer; what can no longer change is kept for the next.
 */
export class SharedReports {
  readonly #known = new Map<string, Promise<Report>>();

  /** `isFinal`: the run is over, so that the answer stays the same. */
  get(what: string, isFinal: boolean, make: () => Promise<Report>): Promise<Report> {
    // An answer begun before the end may lack the last samples, however late it comes.
    const key = `${isFinal ? 'final' : 'so far'} ${what}`;
    const known = this.#known.get(key);
    this.#known.delete(key);
    const report = known ?? this.#make(key, isFinal, make);
    this.#known.set(key, report);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= maxKept) break;
      this.#known.delete(oldest);
    }
    return report;
  }

  #make(key: string, isFinal: boolean, make: () => Promise<Report>): Promise<Report> {
    const report = make();
    const forget = () => {
      if (this.#known.get(key) === report) this.#known.delete(key);
    };
    report.then(isFinal ? undefined : forget, forget);
    return report;
  }
}
