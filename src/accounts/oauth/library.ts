/**
 * The OAuth library without its front door, which warns on every start that a release of Node.js before its "LTS" label is
 * not supported; ours is fixed by package.json, and so is the version of the library.
 */
export * as errors from 'oidc-provider/lib/helpers/errors.js';
export { Provider } from 'oidc-provider/lib/provider.js';
