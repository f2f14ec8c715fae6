import { type Basics, type Current, times } from './basics.ts';

const dayMs = 86_400_000;
const placeholderPicture = (width = 640, height = 480, category = '') =>
  `http://lorempixel.com/${width}/${height}${category && `/${category}`}`;
const categories =
  'abstract animals business cats city food nightlife fashion people nature sports technics transport';

/** `lorem`, `date`, `finance`, `commerce`, `database`, `hacker`, `system` and `image` of faker 4. */
export function createThings(current: Current, basics: Basics) {
  const { number, arrayElement, alphaNumeric, slugify, replaceSymbolWithNumber } = basics;
  const word = (_length?: number) => current().lorem.word();
  const words = (count = 3) => times(count, word).join(' ');
  const sentence = (count: number = number({ min: 3, max: 10 }), _range?: number) => {
    const text = words(count);
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  const sentences = (count: number = number({ min: 2, max: 6 }), separator = ' ') =>
    times(count, sentence).join(separator);
  const paragraph = (count = 3) => sentences(count + number(3));
  const paragraphs = (count = 3, separator = '\n \r') => times(count, () => paragraph()).join(separator);
  const lines = (count: number = number({ min: 1, max: 5 })) => sentences(count, '\n');
  const text = (_times?: number) =>
    arrayElement([word, words, sentence, sentences, paragraph, paragraphs, lines])();
  const slug = (count?: number) => slugify(words(count));
  const lorem = { word, words, sentence, slug, sentences, paragraph, paragraphs, text, lines };

  /** A time up to `maxMs` away, and at least one second. */
  const away = (fromMs: number, maxMs: number, sign: 1 | -1) =>
    new Date(fromMs + sign * number({ min: 1000, max: maxMs }));
  const timeOf = (moment?: string | number | Date) => (moment ? new Date(moment).getTime() : Date.now());
  const date = {
    past: (years?: number, from?: string | Date) => away(timeOf(from), (years || 1) * 365 * dayMs, -1),
    future: (years?: number, from?: string | Date) => away(timeOf(from), (years || 1) * 365 * dayMs, 1),
    between: (from: string | Date, to: string | Date) =>
      new Date(timeOf(from) + number(timeOf(to) - timeOf(from))),
    recent: (days?: number) => away(Date.now(), (days || 1) * dayMs, -1),
    month: ({ abbr = false, context = false } = {}) => current().date.month({ abbreviated: abbr, context }),
    weekday: ({ abbr = false, context = false } = {}) =>
      current().date.weekday({ abbreviated: abbr, context }),
  };

  const amount = (min?: number, max?: number, decimals = 2, symbol = '') =>
    symbol + number({ min: min || 0, max: max || 1000, precision: 10 ** -decimals }).toFixed(decimals);
  const finance = {
    account: (length?: number) => replaceSymbolWithNumber('#'.repeat(length || 8)),
    accountName: () => current().finance.accountName(),
    mask(length?: number, hasParentheses?: boolean | null, hasEllipsis?: boolean | null): string {
      const digits = `${hasEllipsis === undefined || hasEllipsis === false ? '' : '...'}${'#'.repeat(length || 4)}`;
      const isEnclosed = !(hasParentheses === undefined || hasParentheses === false);
      return replaceSymbolWithNumber(isEnclosed ? `(${digits})` : digits);
    },
    amount,
    transactionType: () => current().finance.transactionType(),
    currencyCode: () => current().finance.currencyCode(),
    currencyName: () => current().finance.currencyName(),
    currencySymbol: () => current().finance.currencySymbol(),
    bitcoinAddress: () => arrayElement(['1', '3']) + alphaNumeric(number({ min: 26, max: 33 })).toUpperCase(),
    iban: (isFormatted = false) => current().finance.iban({ formatted: isFormatted }),
    bic: () => current().finance.bic(),
  };

  const commerce = {
    color: () => current().color.human(),
    department: () => current().commerce.department(),
    productName: () => `${commerce.productAdjective()} ${commerce.productMaterial()} ${commerce.product()}`,
    price(min?: number, max?: number, decimals = 2, symbol = ''): string {
      if ((min ?? 0) < 0 || (max ?? 0) < 0) return `${symbol}0`;
      return symbol + number({ min: min || 0, max: max || 1000 }).toFixed(decimals);
    },
    productAdjective: () => current().commerce.productAdjective(),
    productMaterial: () => current().commerce.productMaterial(),
    product: () => current().commerce.product(),
  };
  const database = {
    column: () => current().database.column(),
    type: () => current().database.type(),
    collation: () => current().database.collation(),
    engine: () => current().database.engine(),
  };
  const hacker = {
    abbreviation: () => current().hacker.abbreviation(),
    adjective: () => current().hacker.adjective(),
    noun: () => current().hacker.noun(),
    verb: () => current().hacker.verb(),
    ingverb: () => current().hacker.ingverb(),
    phrase: () => current().hacker.phrase(),
  };

  const fileBase = () =>
    current()
      .lorem.words(3)
      .replace(/[ ,\\/-]/g, '_')
      .toLowerCase();
  const system = {
    fileName: () => `${fileBase()}.${system.fileExt()}`,
    commonFileName: (extension?: string) => `${fileBase()}.${extension || system.commonFileExt()}`,
    mimeType: () => current().system.mimeType(),
    commonFileType: () => arrayElement(['video', 'audio', 'image', 'text', 'application']),
    commonFileExt: () => current().system.commonFileExt(),
    fileType: () => current().system.fileType(),
    fileExt: (mimeType?: string) => current().system.fileExt(mimeType),
    // Empty in faker 4.
    directoryPath: () => undefined,
    filePath: () => undefined,
    semver: () => times(3, () => number(9)).join('.'),
  };

  type Picture = (width?: number, height?: number) => string;
  const pictures = Object.fromEntries(
    categories
      .split(' ')
      .map((category): [string, Picture] => [
        category,
        (width, height) => placeholderPicture(width, height, category),
      ]),
  );
  const image = {
    ...pictures,
    image: (width?: number, height?: number) =>
      placeholderPicture(width, height, arrayElement(categories.split(' '))),
    avatar: () => current().image.avatar(),
    imageUrl: placeholderPicture,
    dataUri: (width: number, height: number) => current().image.dataUri({ width, height }),
  };
  return { lorem, date, finance, commerce, database, hacker, system, image };
}
