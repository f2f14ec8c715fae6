import type { ApplicationResource } from './resources/application.ts';

type GrantType = ApplicationResource['grant_types'][number];

export interface ApplicationKind {
  name: 'web' | 'native' | 'device' | 'machine';
  /** Short, for lists. */
  title: string;
  says: string;
  confidential: boolean;
  /** Whether people come back to it at an address. */
  hasRedirects: boolean;
  grant_types: GrantType[];
}

const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code';

/** The kinds of programs that people register, each with what OAuth 2 calls for. */
export const applicationKinds: readonly ApplicationKind[] = [
  {
    name: 'web',
    title: 'Site',
    says: 'A site or server that people sign in through; it keeps a secret',
    confidential: true,
    hasRedirects: true,
    grant_types: ['authorization_code', 'refresh_token'],
  },
  {
    name: 'native',
    title: 'App',
    says: 'A program on people’s machines or in their browsers; it can keep no secret',
    confidential: false,
    hasRedirects: true,
    grant_types: ['authorization_code', 'refresh_token'],
  },
  {
    name: 'device',
    title: 'Device',
    says: 'A command line or device without a browser; people confirm a code elsewhere',
    confidential: false,
    hasRedirects: false,
    grant_types: [deviceCode, 'refresh_token'],
  },
  {
    name: 'machine',
    title: 'Machine',
    says: 'A pipeline or service that acts as you, with a secret and nobody watching',
    confidential: true,
    hasRedirects: false,
    grant_types: ['client_credentials'],
  },
];

/** What kind an application is, whoever registered it and how; undefined: none of ours. */
export function kindOfApplication({
  confidential,
  grant_types: grants,
}: Pick<ApplicationResource, 'confidential' | 'grant_types'>): ApplicationKind | undefined {
  return applicationKinds.find(
    (kind) =>
      kind.confidential === confidential &&
      kind.grant_types.slice(0, 1).every((grant) => grants.includes(grant)),
  );
}
