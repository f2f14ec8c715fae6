import type { Basics, Current } from './basics.ts';

type Gender = number | undefined;

/** `name`, `phone`, `address` and `company` of faker 4. */
export function createPeople(current: Current, basics: Basics) {
  const { number, arrayElement, replaceSymbols, replaceSymbolWithNumber } = basics;
  const sexOf = (gender: Gender) => (gender === undefined ? undefined : gender === 0 ? 'male' : 'female');
  const firstName = (gender?: Gender) => current().person.firstName(sexOf(gender));
  const lastName = (gender?: Gender) => current().person.lastName(sexOf(gender));
  const jobTitle = () =>
    `${current().person.jobDescriptor()} ${current().person.jobArea()} ${current().person.jobType()}`;
  const name = {
    firstName,
    lastName,
    findName(first?: string, last?: string, gender: Gender = number(1)): string {
      const whole = `${first || firstName(gender)} ${last || lastName(gender)}`;
      const chance = number(8);
      if (chance === 0) return `${name.prefix(gender)} ${whole}`;
      return chance === 1 ? `${whole} ${name.suffix()}` : whole;
    },
    jobTitle,
    prefix: (gender?: Gender) => current().person.prefix(sexOf(gender)),
    suffix: () => current().person.suffix(),
    title: jobTitle,
    jobDescriptor: () => current().person.jobDescriptor(),
    jobArea: () => current().person.jobArea(),
    jobType: () => current().person.jobType(),
  };

  const phoneFormats = ['###-###-####', '(###) ###-####', '1-###-###-####', '###.###.####'];
  const phone = {
    phoneNumber: (format?: string) => replaceSymbolWithNumber(format || phone.phoneFormats()),
    phoneNumberFormat: (index = 0) => replaceSymbolWithNumber(phoneFormats[index]),
    phoneFormats: () => arrayElement(phoneFormats),
  };

  const cityPrefixes = ['North', 'East', 'West', 'South', 'New', 'Lake', 'Port'];
  const citySuffixes = ['town', 'ton', 'land', 'ville', 'berg', 'burgh', 'borough', 'bury', 'view', 'port'];
  const streetSuffixes = ['Avenue', 'Court', 'Drive', 'Lane', 'Parkway', 'Place', 'Road', 'Street', 'Way'];
  const address = {
    zipCode: (format?: string) =>
      format === undefined ? current().location.zipCode() : replaceSymbols(format),
    city: (_format?: number) => current().location.city(),
    cityPrefix: () => arrayElement(cityPrefixes),
    citySuffix: () => arrayElement(citySuffixes),
    streetName: () => current().location.street(),
    streetAddress: (isFull = false) => current().location.streetAddress(isFull),
    streetSuffix: () => arrayElement(streetSuffixes),
    streetPrefix: () => arrayElement(cityPrefixes),
    secondaryAddress: () => replaceSymbolWithNumber(arrayElement(['Apt. ###', 'Suite ###'])),
    county: () => current().location.county(),
    country: () => current().location.country(),
    countryCode: () => current().location.countryCode(),
    state: (_isAbbreviated?: boolean) => current().location.state(),
    stateAbbr: () => current().location.state({ abbreviated: true }),
    latitude: () => (number(1_800_000) / 10_000 - 90).toFixed(4),
    longitude: () => (number(3_600_000) / 10_000 - 180).toFixed(4),
  };

  const suffixes = ['Inc', 'and Sons', 'LLC', 'Group'];
  const company = {
    suffixes: () => [...suffixes],
    companyName(format: number = number(2)): string {
      if (format === 0) return `${lastName()} ${company.companySuffix()}`;
      return format === 1
        ? `${lastName()} - ${lastName()}`
        : `${lastName()}, ${lastName()} and ${lastName()}`;
    },
    companySuffix: () => arrayElement(suffixes),
    catchPhrase: () => current().company.catchPhrase(),
    bs: () => `${company.bsAdjective()} ${company.bsBuzz()} ${company.bsNoun()}`,
    catchPhraseAdjective: () => current().company.catchPhraseAdjective(),
    catchPhraseDescriptor: () => current().company.catchPhraseDescriptor(),
    catchPhraseNoun: () => current().company.catchPhraseNoun(),
    bsAdjective: () => current().company.buzzAdjective(),
    bsBuzz: () => current().company.buzzVerb(),
    bsNoun: () => current().company.buzzNoun(),
  };
  return { name, phone, address, company };
}
