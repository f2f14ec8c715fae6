/** Text around digits, where no character is one that Java's DecimalFormat takes for more than itself. */
export const numberFormat = /^([^#0,.;%‰¤'E-]*)([#0,]*)([^#0,.;%‰¤'E-]*)$/;

/** Formats of whole numbers that our own engine writes as Java's DecimalFormat does. */
export function isSimpleFormat(format: string): boolean {
  const digits = numberFormat.exec(format)?.[2];
  return digits !== undefined && digits !== '' && !/0[,#]*#|,$|^,|,,/.test(digits);
}
