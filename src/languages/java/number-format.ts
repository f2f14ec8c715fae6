/** A pattern of Java's DecimalFormat for whole numbers. */
export interface NumberFormat {
  before: string;
  /** Zeros, # and commas. */
  digits: string;
  /** Number of zeros after the decimal point; 0 formats without a decimal point. */
  fraction: number;
  after: string;
}

const affix = "((?:[^#0,.;%‰¤']|'[^']*')*)";
const pattern = new RegExp(`^${affix}([#0,]+)(?:\\.(0+)#*)?${affix}$`);

/** Returns undefined for patterns that the engine does not format exactly as Java's DecimalFormat. */
export function parseNumberFormat(format: string): NumberFormat | undefined {
  const [, before = '', digits = '', fraction = '', after = ''] = pattern.exec(format) ?? [];
  const isProven =
    digits !== '' &&
    !/0[,#]*#|,$|^,|,,/.test(digits) &&
    // Without a zero before the point, Java counts digits differently. An E after digits is an exponent.
    (fraction === '' || digits.includes('0')) &&
    !after.startsWith('E');
  return isProven
    ? { before: unquoted(before), digits, fraction: fraction.length, after: unquoted(after) }
    : undefined;
}

/** Quoted characters are literal; two quotes are one. */
const unquoted = (text: string) => text.replace(/'([^']*)'/g, (_quoted, inner: string) => inner || "'");
