/** A month such as 2026-11; undefined if it is not one. */
export function parseMonth(text: string | null): { year: number; month: number } | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  return year === undefined ? undefined : { year: Number(year), month: Number(month) };
}

export function monthText(year: number, month: number): string {
  const at = new Date(year, month - 1, 1);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
}

/** Local midnights of whole weeks, from Monday, that contain the month. */
export function daysOfMonth(year: number, month: number): Date[] {
  const first = new Date(year, month - 1, 1);
  const before = (first.getDay() + 6) % 7;
  const length = new Date(year, month, 0).getDate();
  const weeks = Math.ceil((before + length) / 7);
  // By date, because days with a clock change do not have 24 hours.
  return Array.from({ length: weeks * 7 }, (_, index) => new Date(year, month - 1, 1 - before + index));
}
