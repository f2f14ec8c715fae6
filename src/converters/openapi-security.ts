import { isObject, type Json, objectsIn, textOf } from './parse-document.ts';
import type { RefResolver } from './resolve-refs.ts';
import { reference } from './template.ts';

interface Entry {
  name: string;
  value: string;
}

export interface Credentials {
  headers: Entry[];
  query: Entry[];
  cookies: Entry[];
}

/** Credentials that an operation requires, as properties; their names are added to `secrets`. */
export function credentialsOf(
  document: Json,
  operation: Json,
  refs: RefResolver,
  secrets: Set<string>,
): Credentials {
  const credentials: Credentials = { headers: [], query: [], cookies: [] };
  const components = isObject(document.components) ? document.components.securitySchemes : undefined;
  const schemes = components ?? document.securityDefinitions;
  const [first] = objectsIn(operation.security ?? document.security);
  if (!isObject(schemes) || !first) return credentials;
  for (const name of Object.keys(first)) {
    const scheme = refs.resolve(schemes[name]);
    if (scheme) addCredential(scheme, credentials, secrets);
  }
  return credentials;
}

function addCredential(scheme: Json, { headers, query, cookies }: Credentials, secrets: Set<string>): void {
  const property = (name: string) => {
    const clean = name.toLowerCase().replace(/[^a-z\d]+/g, '_');
    secrets.add(clean);
    return reference(`__P(${clean})`);
  };
  const authorize = (prefix: string, name: string) =>
    headers.push({ name: 'Authorization', value: `${prefix} ${property(name)}` });
  switch (scheme.type) {
    case 'apiKey': {
      const name = textOf(scheme.name);
      const place = scheme.in === 'query' ? query : scheme.in === 'cookie' ? cookies : headers;
      place.push({ name, value: property(name) });
      break;
    }
    case 'http':
      if (/^basic$/i.test(textOf(scheme.scheme))) authorize('Basic', 'basic_credentials');
      else authorize('Bearer', 'token');
      break;
    case 'basic':
      authorize('Basic', 'basic_credentials');
      break;
    case 'oauth2':
    case 'openIdConnect':
      authorize('Bearer', 'token');
      break;
  }
}
