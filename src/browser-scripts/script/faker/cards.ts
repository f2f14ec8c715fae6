import { times } from './basics.ts';
import type { createInternet } from './internet.ts';
import type { createPeople } from './people.ts';
import type { createThings } from './things.ts';

type Namespaces = ReturnType<typeof createPeople> &
  Pick<ReturnType<typeof createThings>, 'date' | 'finance' | 'lorem'> & {
    internet: ReturnType<typeof createInternet>;
  };

/** Whole records: `helpers.createCard`, `contextualCard`, `userCard` and `createTransaction` of faker 4. */
export function createCards({ name, internet, address, phone, company, lorem, finance, date }: Namespaces) {
  const place = () => ({ lat: address.latitude(), lng: address.longitude() });
  const firm = () => ({ name: company.companyName(), catchPhrase: company.catchPhrase(), bs: company.bs() });
  const post = () => ({
    words: lorem.words(),
    sentence: lorem.sentence(),
    sentences: lorem.sentences(),
    paragraph: lorem.paragraph(),
  });
  const home = () => ({
    street: address.streetName(),
    suite: address.secondaryAddress(),
    city: address.city(),
    zipcode: address.zipCode(),
    geo: place(),
  });
  const createTransaction = () => ({
    amount: finance.amount(),
    date: new Date(2012, 1, 2),
    business: company.companyName(),
    name: `${finance.accountName()} ${finance.mask()}`,
    type: finance.transactionType(),
    account: finance.account(),
  });
  return {
    createCard: () => ({
      name: name.findName(),
      username: internet.userName(),
      email: internet.email(),
      address: {
        streetA: address.streetName(),
        streetB: address.streetAddress(),
        streetC: address.streetAddress(true),
        streetD: address.secondaryAddress(),
        city: address.city(),
        state: address.state(),
        country: address.country(),
        zipcode: address.zipCode(),
        geo: place(),
      },
      phone: phone.phoneNumber(),
      website: internet.domainName(),
      company: firm(),
      posts: times(3, post),
      accountHistory: times(3, createTransaction),
    }),
    contextualCard() {
      const first = name.firstName();
      const username = internet.userName(first);
      return {
        name: first,
        username,
        avatar: internet.avatar(),
        email: internet.email(username),
        dob: date.past(50, '1992-09-20T19:35:02Z'),
        phone: phone.phoneNumber(),
        address: home(),
        website: internet.domainName(),
        company: firm(),
      };
    },
    userCard: () => ({
      name: name.findName(),
      username: internet.userName(),
      email: internet.email(),
      address: home(),
      phone: phone.phoneNumber(),
      website: internet.domainName(),
      company: firm(),
    }),
    createTransaction,
  };
}
