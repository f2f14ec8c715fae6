declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider';
  export import InvalidGrant = errors.InvalidGrant;
  export import InvalidClient = errors.InvalidClient;
  export import CustomOIDCProviderError = errors.CustomOIDCProviderError;
  export import SessionNotFound = errors.SessionNotFound;
  export import OIDCProviderError = errors.OIDCProviderError;
}
