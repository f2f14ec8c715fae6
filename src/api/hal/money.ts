import { type Money, moneyText } from '../../lib/money.ts';

export function moneyOrNull(money: Money | null): string | null {
  return money === null ? null : moneyText(money);
}
