/** A pattern of Java's DecimalFormat for whole numbers. */
export interface NumberFormat {
  before: string;
  /** Zeros, # and commas. */
  digits: string;
  /** How many zeros follow the decimal point; without zeros, it has no decimal point. */
  fraction: number;
  after: string;
}

const affix = "((?:[^#0,.;%‰¤']|'[^']*')*)";
const pattern = new RegExp(`^${affix}([#0,]+)(?:\\.(0+)#*)?${affix}$`);

/** Undefined for patterns that our own engine does not write as Java's DecimalFormat does. */
export function parseNumberFormat(format: string): NumberFormat | undefined {
  const [, before = '', digits = '', fraction = '', after = ''] = pattern.exec(format) ?? [];
  const isProven =
    digits !== '' &&
    !/0[,#]*#|,$|^,|,,/.test(digits) &&
    // Without a zero before the point, Java counts digits in a way of its own. An E behind digits is an exponent.
    (fraction === '' || digits.includes('0')) &&
    !after.startsWith('E');
  return isProven
    ? { before: unquoted(before), digits, fraction: fraction.length, after: unquoted(after) }
    : undefined;
}

/** Quotes make every character mean itself; two of them are one. */
const unquoted = (text: string) => text.replace(/'([^']*)'/g, (_quoted, inner: string) => inner || "'");
