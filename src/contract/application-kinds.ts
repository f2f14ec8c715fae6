import type { ApplicationResource } from './resources/application.ts';

type GrantType = ApplicationResource['grant_types'][number];

export interface ApplicationKind {
  name: 'web' | 'native' | 'device' | 'machine';
  /** Short name, for lists. */
  title: string;
  says: string;
  confidential: boolean;
  /** Whether it needs redirect URIs. */
  hasRedirects: boolean;
  grant_types: GrantType[];
}

const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code';

/** Kinds of OAuth 2.0 clients with their grant types. */
export const applicationKinds: readonly ApplicationKind[] = [
  {
    name: 'web',
    title: 'Web',
    says: 'A website or server that users sign in to; confidential client with a secret',
    confidential: true,
    hasRedirects: true,
    grant_types: ['authorization_code', 'refresh_token'],
  },
  {
    name: 'native',
    title: 'App',
    says: 'A desktop, mobile or single-page app; public client without a secret',
    confidential: false,
    hasRedirects: true,
    grant_types: ['authorization_code', 'refresh_token'],
  },
  {
    name: 'device',
    title: 'Device',
    says: 'A command line or device without a browser; users confirm a code in a browser',
    confidential: false,
    hasRedirects: false,
    grant_types: [deviceCode, 'refresh_token'],
  },
  {
    name: 'machine',
    title: 'Machine',
    says: 'A pipeline or service that acts as you, with a secret',
    confidential: true,
    hasRedirects: false,
    grant_types: ['client_credentials'],
  },
];

/** The kind of a registered application; undefined for other combinations. */
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
