import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOldFaker } from './old-faker.ts';

const faker = createOldFaker();

/** Every function of faker 4.1.0. Those without a remark return a non-empty string. */
const functions = {
  random:
    'number:number arrayElement objectElement uuid boolean:boolean word words image locale alphaNumeric',
  helpers:
    'randomize slugify:empty replaceSymbolWithNumber:empty replaceSymbols:empty shuffle:object mustache:empty createCard:object contextualCard:object userCard:object createTransaction:object',
  name: 'firstName lastName findName jobTitle prefix suffix title jobDescriptor jobArea jobType',
  address:
    'zipCode city cityPrefix citySuffix streetName streetAddress streetSuffix streetPrefix secondaryAddress county country countryCode state stateAbbr latitude longitude',
  company:
    'suffixes:object companyName companySuffix catchPhrase bs catchPhraseAdjective catchPhraseDescriptor catchPhraseNoun bsAdjective bsBuzz bsNoun',
  finance:
    'account accountName mask amount transactionType currencyCode currencyName currencySymbol bitcoinAddress iban bic',
  image:
    'image avatar imageUrl abstract animals business cats city food nightlife fashion people nature sports technics transport dataUri',
  lorem: 'word words sentence slug sentences paragraph paragraphs text lines',
  hacker: 'abbreviation adjective noun verb ingverb phrase',
  internet:
    'avatar email exampleEmail userName protocol url domainName domainSuffix domainWord ip ipv6 userAgent color mac password',
  database: 'column type collation engine',
  phone: 'phoneNumber phoneNumberFormat phoneFormats',
  date: 'past:object future:object recent:object month weekday',
  commerce: 'color department productName price productAdjective productMaterial product',
  system:
    'fileName commonFileName mimeType commonFileType commonFileExt fileType fileExt directoryPath:undefined filePath:undefined semver',
};

test('has every function of faker 4.1, with results of the same type', () => {
  const modules = faker as unknown as Record<string, Record<string, () => unknown>>;
  for (const locale of ['en', 'de', 'no_such_locale']) {
    faker.locale = locale;
    for (const [module, names] of Object.entries(functions)) {
      for (const entry of names.split(' ')) {
        const [name = '', type = 'text'] = entry.split(':');
        const result = modules[module]?.[name]?.();
        const call = `${module}.${name}() in ${locale}`;
        if (type === 'text') assert.match(String(result), /\S/, call);
        assert.equal(typeof result, type === 'text' || type === 'empty' ? 'string' : type, call);
      }
    }
  }
  faker.locale = 'en';
});

test('numbers include both limits, and are multiples of the precision', () => {
  const seen = new Set(Array.from({ length: 500 }, () => faker.random.number({ min: 3, max: 5 })));
  assert.deepEqual([...seen].toSorted(), [3, 4, 5]);
  assert.ok(faker.random.number(9) <= 9);
  for (let count = 0; count < 100; count += 1) {
    const price = faker.random.number({ min: 1, max: 2, precision: 0.01 });
    assert.ok(price >= 1 && price <= 2 && /^[12]([.]\d{1,2})?$/.test(String(price)), String(price));
    assert.match(faker.finance.amount(5, 10, 3, '€'), /^€(\d|10)[.]\d{3}$/);
  }
});

test('parameters keep their meaning', () => {
  assert.match(faker.internet.email('Ada', 'Love Lace', 'shop.example'), /^Ada\w*[._]?\w*@shop\.example$/);
  assert.match(faker.internet.password(8, false, /[0-9]/, 'x'), /^x[0-9]{7}$/);
  assert.match(faker.phone.phoneNumber('0## ##'), /^0\d\d \d\d$/);
  assert.match(faker.address.zipCode('??-##'), /^[A-Z]{2}-\d\d$/);
  assert.equal(faker.lorem.words(5).split(' ').length, 5);
  assert.equal(faker.lorem.lines(4).split('\n').length, 4);
  assert.equal(faker.finance.mask(6, null, null).length, 11);
  assert.equal(faker.helpers.mustache('a {{b}}', { b: 1 }), 'a 1');
  const from = new Date('2020-01-01');
  assert.ok(faker.date.past(1, from) < from && faker.date.future(1, from) > from);
  const between = faker.date.between('2020-01-01', '2020-01-02');
  assert.ok(between >= from && between.getTime() <= from.getTime() + 86_400_000);
});

test('fake() fills in values by name, with a parameter', () => {
  assert.match(faker.fake('{{name.lastName}}, {{random.number({"min":5,"max":5})}}'), /^\S.*, 5$/);
  assert.equal(faker.fake(''), 'string parameter is required!');
  assert.throws(() => faker.fake('{{nothing.here}}'), /Invalid module: nothing/);
  assert.throws(() => faker.fake('{{name.nothing}}'), /Invalid method: name\.nothing/);
});

test('the same seed gives the same values', () => {
  const values = () => [faker.name.firstName(), faker.random.number(), faker.internet.email()];
  faker.seed(7);
  const first = values();
  faker.seed(7);
  assert.deepEqual(values(), first);
});
