/**
 * HttpClient replaces line breaks in header values by spaces, while JMeter shows the original. These private-use
 * characters represent CR, LF, FF and VT in a head; their low byte is a space.
 */
const breaks = '\r\n\f\v';
const standIns = '\ue020\ue120\ue220\ue320';

export function inOneLine(value: string): string {
  return /[\r\n\f\v]/.test(value)
    ? value.replace(/[\r\n\f\v]/g, (each) => standIns.charAt(breaks.indexOf(each)))
    : value;
}

export const hasStandIns = (text: string) => /[\ue020\ue120\ue220\ue320]/.test(text);

export const standInsAsSpaces = (text: string) => text.replace(/[\ue020\ue120\ue220\ue320]/g, ' ');

export const inManyLines = (text: string) =>
  text.replace(/[\ue020\ue120\ue220\ue320]/g, (each) => breaks.charAt(standIns.indexOf(each)));
