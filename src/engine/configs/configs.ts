import type { ElementCompiler } from '../core.ts';
import { authManager } from './auth-manager.ts';
import { cacheManager } from './cache-manager.ts';
import { cookieManager } from './cookie-manager.ts';
import { counterConfig } from './counter-config.ts';
import { csvDataSet } from './csv-data-set.ts';
import { dnsCacheManager } from './dns-cache-manager.ts';
import { headerManager } from './header-manager.ts';
import { httpDefaults } from './http-defaults.ts';
import { keystoreConfig } from './keystore-config.ts';
import { randomCsvDataSet } from './random-csv-data-set.ts';
import { randomVariableConfig } from './random-variable-config.ts';

export const configs: Record<string, ElementCompiler> = {
  // No compiler: the variables are set before the first user starts.
  Arguments: () => ({}),
  AuthManager: authManager,
  'com.blazemeter.jmeter.RandomCSVDataSetConfig': randomCsvDataSet,
  CacheManager: cacheManager,
  ConfigTestElement: httpDefaults,
  CookieManager: cookieManager,
  CounterConfig: counterConfig,
  CSVDataSet: csvDataSet,
  DNSCacheManager: dnsCacheManager,
  HeaderManager: headerManager,
  KeystoreConfig: keystoreConfig,
  RandomVariableConfig: randomVariableConfig,
  // Removed from JMeter, which reads it as a config element without effect.
  SoapSampler: () => ({}),
};
