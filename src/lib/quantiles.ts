/** Quantile of the standard normal distribution (Acklam's approximation, relative error 1e-9). */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`There is no quantile for ${p}.`);
  const tail = 0.02425;
  if (p < tail) return tailQuantile(Math.sqrt(-2 * Math.log(p)));
  if (p > 1 - tail) return -tailQuantile(Math.sqrt(-2 * Math.log(1 - p)));
  const q = p - 0.5;
  const r = q * q;
  const above =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239;
  const below =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1;
  return (q * above) / below;
}

function tailQuantile(q: number): number {
  const above =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) *
      q +
      4.374664141464968) *
      q +
    2.938163982698783;
  const below =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q +
    1;
  return above / below;
}

/** Quantile of Student's t-distribution (Cornish–Fisher expansion). */
export function studentQuantile(p: number, degrees: number): number {
  const z = normalQuantile(p);
  const z2 = z * z;
  const first = (z * (z2 + 1)) / 4;
  const second = (z * ((5 * z2 + 16) * z2 + 3)) / 96;
  const third = (z * (((3 * z2 + 19) * z2 + 17) * z2 - 15)) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}
