import { moneyText, parseMoney } from '../../lib/money.ts';
import { CliError } from '../cli-error.ts';

/** An amount as in the API. Throws CliError for other text. */
export function readDollars(given: string, flag: string): string {
  const money = parseMoney(given.replace(/^\$/, ''));
  if (money !== undefined) return moneyText(money);
  throw new CliError(`Invalid value for ${flag}: "${given}".`, 'Use US dollars, such as 5 or 12.50.');
}
