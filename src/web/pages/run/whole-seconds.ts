type Values = (number | null | undefined)[];

/**
 * Rates per second without the last one: the end of the run, or the present, cuts that second short, so its rate is too
 * low. Longer intervals count only their measured seconds, and a selected range ends with a whole second (undefined).
 */
export function wholeSeconds(values: Values, stepS: number | undefined): Values {
  return stepS === 1 && values.length > 2 ? [...values.slice(0, -1), null] : values;
}
