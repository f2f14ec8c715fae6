import { withCommas } from '../../java/message-format.ts';
import { BigDecimal } from '../big-decimal.ts';
import {
  BigInteger,
  fail,
  isNumber,
  JavaByte,
  JavaChar,
  JavaDouble,
  toInt32,
  toWhole,
  UnsupportedScript,
  type Value,
} from '../values.ts';

const conversion = /%(?:(\d+)\$)?([-#+ 0,(]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/y;

/** Java's String.format, for the conversions that scripts use. `text` returns Java's text of a value. */
export function javaFormat(format: string, args: readonly Value[], text: (value: Value) => string): string {
  let result = '';
  let next = 0;
  for (let at = 0; at < format.length; ) {
    if (format[at] !== '%') {
      result += format[at];
      at += 1;
      continue;
    }
    conversion.lastIndex = at;
    const match = conversion.exec(format);
    if (!match) {
      throw new UnsupportedScript(`the format ${format}`);
    }
    const [whole, index, flags = '', width, precision, kind = ''] = match;
    at += whole.length;
    if (kind === 'n' || kind === '%') {
      result += kind === 'n' ? '\n' : '%';
      continue;
    }
    const position = index === undefined ? next++ : Number(index) - 1;
    if (position >= args.length) {
      fail('java.util.MissingFormatArgumentException', `Format specifier '${whole}'`);
    }
    const piece = formatOne(
      kind,
      flags,
      precision === undefined ? undefined : Number(precision),
      args[position],
      {
        whole,
        text,
      },
    );
    result += padded(piece, flags, width === undefined ? 0 : Number(width), isNumber(args[position]));
  }
  return result;
}

function formatOne(
  kind: string,
  flags: string,
  precision: number | undefined,
  value: Value,
  { whole, text }: { whole: string; text: (value: Value) => string },
): string {
  if (/[#+ (]/.test(flags)) {
    throw new UnsupportedScript(`the format ${whole}`);
  }
  switch (kind) {
    case 's':
    case 'S': {
      const written = text(value).slice(0, precision);
      return kind === 'S' ? written.toUpperCase() : written;
    }
    case 'b':
      return String(typeof value === 'boolean' ? value : value !== null);
    case 'c':
      if (value instanceof JavaChar) {
        return value.toString();
      }
      break;
  }
  if (value === null) {
    return 'null';
  }
  if (kind === 'd' && isWhole(value)) {
    const digits = String(toWhole(value));
    return flags.includes(',') ? withCommas(BigInt(digits)) : digits;
  }
  if ((kind === 'x' || kind === 'X') && isWhole(value)) {
    const hex = hexOf(value);
    return kind === 'X' ? hex.toUpperCase() : hex;
  }
  if (kind === 'f' && (value instanceof JavaDouble || value instanceof BigDecimal)) {
    return fixed(value, precision ?? 6, flags);
  }
  if (/[dxXfc]/.test(kind) && (isNumber(value) || typeof value === 'string')) {
    const name = typeof value === 'string' ? 'java.lang.String' : undefined;
    if (name !== undefined || (kind === 'd' && !isWhole(value)) || (kind === 'f' && isWhole(value))) {
      fail(
        'java.util.IllegalFormatConversionException',
        `${kind} != ${name ?? (isWhole(value) ? wholeName(value) : fractionName(value))}`,
      );
    }
  }
  throw new UnsupportedScript(`the format ${whole}`);
}

const isWhole = (value: Value) =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof BigInteger ||
  value instanceof JavaByte;

const wholeName = (value: Value) =>
  typeof value === 'number'
    ? 'java.lang.Integer'
    : typeof value === 'bigint'
      ? 'java.lang.Long'
      : 'java.math.BigInteger';

const fractionName = (value: Value) =>
  value instanceof BigDecimal ? 'java.math.BigDecimal' : 'java.lang.Double';

function hexOf(value: Value): string {
  if (value instanceof JavaByte) {
    return (value.value & 0xff).toString(16);
  }
  if (typeof value === 'number') {
    return (toInt32(value) >>> 0).toString(16);
  }
  const whole = toWhole(value);
  return (typeof value === 'bigint' ? BigInt.asUintN(64, whole) : whole).toString(16);
}

function fixed(value: JavaDouble | BigDecimal, precision: number, flags: string): string {
  if (value instanceof JavaDouble && !Number.isFinite(value.value)) {
    throw new UnsupportedScript('the format of a number that is not finite');
  }
  const decimal = value instanceof BigDecimal ? value : BigDecimal.ofDouble(value.value);
  const [whole = '', fraction] = decimal.setScale(precision, 'HALF_UP').toPlainString().split('.');
  const isNegativeZero = value instanceof JavaDouble && value.value < 0 && !whole.startsWith('-') ? '-' : '';
  const grouped = flags.includes(',') ? withCommas(BigInt(whole)) : whole;
  return isNegativeZero + grouped + (fraction === undefined ? '' : `.${fraction}`);
}

function padded(piece: string, flags: string, width: number, isOfNumber: boolean): string {
  if (flags.includes('-')) {
    return piece.padEnd(width);
  }
  if (flags.includes('0') && isOfNumber) {
    return piece.startsWith('-') ? `-${piece.slice(1).padStart(width - 1, '0')}` : piece.padStart(width, '0');
  }
  return piece.padStart(width);
}
