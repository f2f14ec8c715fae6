import { booleanProperty } from '../../jmx/plan-tree.ts';
import type { ElementCompiler, Text, User } from '../core.ts';
import { clientKeysOf } from '../keys/client-keys.ts';

/** Selects the keys of the key store for users; the store is set by system properties. */
export const keystoreConfig: ElementCompiler = (element, context) => {
  const startIndex = context.text(element, 'startIndex');
  const endIndex = context.text(element, 'endIndex');
  const aliasVariable = context.text(element, 'clientCertAliasVarName');
  const isPreloaded = booleanProperty(element, 'preload');
  const keys = clientKeysOf(context);
  return {
    planListener: {
      planStarted: (placeholderUser) => {
        if (keys.isConfigured) {
          placeholderUser.runner.refuse('Two Keystore Configurations work together only in Apache JMeter.');
        }
        const start = indexOf(startIndex, placeholderUser, 0);
        const end = indexOf(endIndex, placeholderUser, -1);
        if (start < 0 || (end !== -1 && start > end)) {
          placeholderUser.runner.refuse(`${element.place}: the keys from ${start} to ${end} are none.`);
        }
        keys.configure({
          startIndex: start,
          endIndex: end,
          aliasVariable: aliasVariable.evaluate(placeholderUser),
        });
        if (isPreloaded) {
          keys.load(placeholderUser);
        }
      },
    },
  };
};

/** Invalid numbers count as missing. */
function indexOf(text: Text, placeholderUser: User, fallback: number): number {
  const value = text.evaluate(placeholderUser);
  return /^[+-]?\d{1,9}$/.test(value) ? Number(value) : fallback;
}
