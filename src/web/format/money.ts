import { parseMoney, showMoney } from '../../lib/money.ts';

/** An amount of the API for people; a dash if it is unknown. */
export function dollars(amount: string | null): string {
  const money = parseMoney(amount ?? '');
  return money === undefined ? '–' : showMoney(money);
}

/** Whether an amount of the API is known and above zero. */
export function isCharged(amount: string | null): amount is string {
  return (parseMoney(amount ?? '') ?? 0) > 0;
}
