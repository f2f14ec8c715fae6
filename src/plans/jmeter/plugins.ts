import { missingClasses, pluginOf } from '../../jmx/missing-classes.ts';
import type { DescribedPlugin } from '../plan-description.ts';

/** The plugins of these elements, each with its classes. JMeter's own elements are excluded. */
export function pluginsOf(elementNames: readonly string[], hasJars: boolean): DescribedPlugin[] {
  const missing = new Set(missingClasses(elementNames));
  const plugins = new Map<string, DescribedPlugin>();
  for (const className of new Set(elementNames)) {
    if (!isForeign(className) && !missing.has(className)) continue;
    const state = !missing.has(className) ? 'there' : hasJars ? 'unknown' : 'missing';
    const name = pluginOf(className) ?? className;
    const key = `${state} ${name}`;
    const plugin = plugins.get(key) ?? { name, classes: [], state };
    plugin.classes.push(className);
    plugins.set(key, plugin);
  }
  return [...plugins.values()];
}

/** JMeter's own elements have short names, or names of the Apache foundation. */
const isForeign = (className: string) => className.includes('.') && !className.startsWith('org.apache.');
