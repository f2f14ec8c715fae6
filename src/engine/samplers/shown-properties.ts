import {
  elementProperty,
  isElement,
  listProperty,
  type PlanElement,
  type PropertyValue,
} from '../../jmx/plan-tree.ts';
import { shownManagers, shownSamplers } from '../../jmx/proven/shown-samplers.ts';
import type { CompileContext, SamplerSource, User } from '../core.ts';
import { stopForUnsupported } from '../languages/stop-for-unsupported.ts';
import { addressOf, sortedLines } from './shown-variables.ts';

type Shown = (user: User) => string;

/** Properties of samplers as JMeter has them at run time: merged with those of the configs in scope. */
export class SamplerProperties {
  readonly #context: CompileContext;
  readonly #shown = new Map<SamplerSource, ReadonlyMap<string, Shown>>();

  constructor(context: CompileContext) {
    this.#context = context;
  }

  lines(source: SamplerSource, user: User): string {
    if (user.requestChanges?.isChanged) {
      stopForUnsupported(
        user,
        'A Debug PostProcessor shows the properties of a sampler that a script has changed',
      );
    }
    let shown = this.#shown.get(source);
    if (!shown) {
      shown = this.#compile(source);
      this.#shown.set(source, shown);
    }
    return sortedLines([...shown].map(([name, value]): [string, string] => [name, value(user)]));
  }

  #compile({ element, configs }: SamplerSource): ReadonlyMap<string, Shown> {
    const { className = '', guiClasses = {} } = shownSamplers[element.kind] ?? {};
    const name = this.#context.compile(element.name);
    const shown = new Map<string, Shown>([
      ['TestElement.gui_class', () => guiClasses[element.guiClass] ?? ''],
      ['TestElement.test_class', () => className],
      ['TestElement.name', (user) => name.evaluate(user)],
      ['TestElement.enabled', () => 'true'],
    ]);
    const isHttp = element.kind === 'HTTPSamplerProxy';
    const sources = isHttp
      ? [element, ...configs.filter(({ kind }) => kind === 'ConfigTestElement')]
      : [element];
    for (const [property, source] of mergedProperties(sources)) {
      shown.set(property, this.#value(source, property, source.properties.get(property)));
    }
    if (isHttp) {
      shown.set(argumentsProperty, this.#arguments(sources));
      for (const { kind, place } of configs) {
        const manager = shownManagers[kind];
        if (manager) {
          shown.set(manager.property, () => `${manager.className}@${addressOf(place)}`);
        }
      }
    }
    return shown;
  }

  #value(source: PlanElement, property: string, value: PropertyValue | undefined): Shown {
    if (isElement(value)) {
      return this.#files(value);
    }
    const text = this.#context.text(source, property);
    return (user) => text.evaluate(user);
  }

  /** Arguments of the sampler, followed by those of the defaults. */
  #arguments(sources: readonly PlanElement[]): Shown {
    const texts = sources
      .flatMap((source) => itemsOf(elementProperty(source, argumentsProperty), 'Arguments.arguments'))
      .map((argument) =>
        ['Argument.name', 'Argument.metadata', 'Argument.value', 'Argument.desc'].map((property) =>
          this.#context.text(argument, property),
        ),
      );
    return (user) =>
      texts
        .map((parts) => parts.map((part) => part.evaluate(user)))
        .map(([name, separator, value, description]) => `${name}${separator}${value}(${description})`)
        .join('&');
  }

  #files(files: PlanElement): Shown {
    const texts = itemsOf(files, 'HTTPFileArgs.files').map((file) =>
      ['File.path', 'File.paramname', 'File.mimetype'].map((property) => this.#context.text(file, property)),
    );
    return (user) =>
      texts
        .map((parts) => parts.map((part) => part.evaluate(user)))
        .map(([path, name, type]) => `path:'${path}'|param:'${name}'|mimetype:'${type}'`)
        .join('\n');
  }
}

const argumentsProperty = 'HTTPsampler.Arguments';

/** The element that provides each property: the first that sets a value. */
function mergedProperties(sources: readonly PlanElement[]): ReadonlyMap<string, PlanElement> {
  const merged = new Map<string, PlanElement>();
  for (const source of sources) {
    for (const property of source.properties.keys()) {
      const found = merged.get(property);
      if (!property.startsWith('TestElement.') && (found?.properties.get(property) ?? '') === '') {
        merged.set(property, source);
      }
    }
  }
  return merged;
}

const itemsOf = (element: PlanElement | undefined, list: string): PlanElement[] =>
  element ? listProperty(element, list).flatMap(({ value }) => (isElement(value) ? [value] : [])) : [];
