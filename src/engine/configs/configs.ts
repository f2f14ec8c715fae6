import type { ElementCompiler } from '../core.ts';
import { cookieManager } from './cookie-manager.ts';
import { headerManager } from './header-manager.ts';
import { httpDefaults } from './http-defaults.ts';

export const configs: Record<string, ElementCompiler> = {
  // What they set is known before the first user comes.
  Arguments: () => ({}),
  ConfigTestElement: httpDefaults,
  CookieManager: cookieManager,
  HeaderManager: headerManager,
};
