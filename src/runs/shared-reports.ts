import type { Report } from '../metrics/report.ts';

/** Cache size; a report may contain thousands of labels. */
const maxKept = 8;

/**
 * Cache of reports for the run page, which requests figures and labels separately, and again on scrolling and sorting.
 * Concurrent requests share one computation; final reports are cached.
 */
export class SharedReports {
  readonly #known = new Map<string, Promise<Report>>();

  /** `isFinal`: the run is finished, so the report is immutable. */
  get(what: string, isFinal: boolean, make: () => Promise<Report>): Promise<Report> {
    // A computation started before the end may lack the last samples, so it is cached under another key.
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
