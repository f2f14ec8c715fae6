/** An amount in 1/10,000 US dollar: an integer, so that sums are exact. */
export type Money = number;

const unitsPerDollar = 10_000;
/** Sums of many amounts stay exact integers below this. */
const maxDollars = 1_000_000_000;

/** Reads dollars such as `12`, `0.096` or `12.50`; undefined for other text, and for more than four decimals. */
export function parseMoney(text: string): Money | undefined {
  const [, whole, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,4}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || Number(whole) > maxDollars) return undefined;
  return Number(whole) * unitsPerDollar + Number(decimals.padEnd(4, '0'));
}

/** Dollars with four decimals, as in the API: `0.0960`. */
export function moneyText(money: Money): string {
  const rest = String(money % unitsPerDollar).padStart(4, '0');
  return `${Math.floor(money / unitsPerDollar)}.${rest}`;
}

/** For people: `$12.50`; amounts with fractions of a cent have up to four decimals. */
export function showMoney(money: Money): string {
  const text = moneyText(money);
  const [whole = '', decimals = ''] = text.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `$${grouped}.${decimals.replace(/^(\d\d)(\d*?)0*$/, '$1$2')}`;
}
