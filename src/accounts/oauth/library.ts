/**
 * Imports the OAuth library past its entry file, which warns on every start about Node.js releases without the LTS label.
 * Both versions are pinned by package.json.
 */
export * as errors from 'oidc-provider/lib/helpers/errors.js';
export { Provider } from 'oidc-provider/lib/provider.js';
