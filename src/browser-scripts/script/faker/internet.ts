import type { Basics, Current } from './basics.ts';

interface Names {
  firstName(): string;
  lastName(): string;
}

const freeProviders = ['gmail.com', 'yahoo.com', 'hotmail.com'];
const exampleProviders = ['example.org', 'example.com', 'example.net'];

/** `internet` of faker 4. */
export function createInternet(current: Current, { number, arrayElement, slugify }: Basics, name: Names) {
  const userName = (first?: string, last?: string): string => {
    const separator = arrayElement(['.', '_']);
    const firstName = first || name.firstName();
    const lastName = last || name.lastName();
    const kinds = [
      `${firstName}${number(99)}`,
      `${firstName}${separator}${lastName}`,
      `${firstName}${separator}${lastName}${number(99)}`,
    ];
    return arrayElement(kinds).replace(/[' ]/g, '');
  };
  const email = (first?: string, last?: string, provider?: string) =>
    `${slugify(userName(first, last))}@${provider || arrayElement(freeProviders)}`;
  const internet = {
    avatar: () => current().image.avatar(),
    email,
    exampleEmail: (first?: string, last?: string) => email(first, last, arrayElement(exampleProviders)),
    userName,
    protocol: () => arrayElement(['http', 'https']),
    url: () => `${internet.protocol()}://${internet.domainName()}`,
    domainName: () => `${internet.domainWord()}.${internet.domainSuffix()}`,
    domainSuffix: () => current().internet.domainSuffix(),
    domainWord: () =>
      name
        .firstName()
        .replace(/[\\~#&*{}/:<>?|"' ]/g, '')
        .toLowerCase(),
    ip: () => current().internet.ipv4(),
    ipv6: () => current().internet.ipv6(),
    userAgent: () => current().internet.userAgent(),
    color(red = 0, green = 0, blue = 0): string {
      const parts = [red, green, blue].map((base) => Math.floor((number(255) + base) / 2));
      return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    },
    mac: () => current().internet.mac(),
    password: (length = 15, memorable = false, pattern?: RegExp, prefix = '') =>
      current().internet.password({ length, memorable, ...(pattern && { pattern }), prefix }),
  };
  return internet;
}
