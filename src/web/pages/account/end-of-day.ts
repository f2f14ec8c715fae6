/** Last second of a day in the browser's time zone, as an ISO time; null for an empty field. */
export function endOfDay(day: string): string | null {
  if (day === '') return null;
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

/** The date in `days` days, in the format of date inputs. */
export function dayIn(days: number, now: Date): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
