import { httpProperties } from './http-properties.ts';
import { boolean, type ProvenElement } from './proven-element.ts';

export const provenConfigs: Record<string, ProvenElement> = {
  Arguments: {
    title: 'User Defined Variables',
    properties: { 'Arguments.arguments': 'any' },
    guiClasses: ['ArgumentsPanel'],
  },
  ConfigTestElement: {
    title: 'HTTP Request Defaults',
    properties: httpProperties,
    guiClasses: ['HttpDefaultsGui'],
  },
  CookieManager: {
    title: 'HTTP Cookie Manager',
    properties: {
      'CookieManager.cookies': {
        only: 'without cookies that are set beforehand',
        isMet: (value) => typeof value === 'object' && 'items' in value && value.items.length === 0,
      },
      'CookieManager.clearEachIteration': boolean,
      'CookieManager.controlledByThreadGroup': boolean,
      'CookieManager.policy': ['standard'],
      'CookieManager.implementation': ['org.apache.jmeter.protocol.http.control.HC4CookieHandler'],
    },
    note: 'A cookie with Max-Age=0 is always taken away; JMeter keeps it when it is quick enough.',
  },
  HeaderManager: { title: 'HTTP Header Manager', properties: { 'HeaderManager.headers': 'any' } },
};
