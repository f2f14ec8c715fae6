import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { AppError } from '../domain/errors.ts';
import { filesOfFunctions, namesOtherFile } from './other-files.ts';
import { callsNestedTooDeeply, mostLevels, mostNestedCalls, tooDeepToRead } from './plan-limits.ts';
import { decodeXml, forgiveControlCharacters } from './xml-text.ts';

/** What a .jmx file holds, as far as checks need to know. */
export interface Jmx {
  hasTestPlan: boolean;
  threadGroups: JmxThreadGroup[];
  /** Names that JMeter must find a class for, in the order of their first use. */
  elementNames: string[];
  dataFiles: JmxDataFile[];
  /** Names after which enabled elements have arguments, as functions have, and the element with the first such call. */
  calls: { name: string; element: string }[];
  /** True when something in it could write files before they are read: a set-up group, or a program it starts. */
  mayMakeFiles: boolean;
  /** All other text of the plan, for finding out whether a name is mentioned elsewhere. */
  otherText: string;
  /** Every element of the tree in order. */
  elements: JmxElement[];
  /** All text of the plan. */
  allText: string;
}

export interface JmxElement {
  tag: string;
  name: string;
  isEnabled: boolean;
  /** Those of thread groups, of user-defined variables and of backend listeners; nothing else is asked for. */
  properties: { name: string; value: string }[];
}

export interface JmxThreadGroup {
  element: string;
  name: string;
  isEnabled: boolean;
}

export interface JmxDataFile {
  /** As written in the plan. */
  path: string;
  use: 'csv' | 'include' | 'upload' | 'other';
  /** The element it belongs to, by the name a person gave it. */
  element: string;
  /** Empty where a function reads it: then the name stays as it is. */
  property: string;
}

const csvElements = ['CSVDataSet', 'RandomCSVDataSetConfig'];
const testElementProperty = 'elementProp';
const commentsProperty = 'TestPlan.comments';
const call = /(?<!\\)\$\{\s*(__\w+)\(/g;

/** Parses a .jmx file. Throws `plan_broken` when it is not XML or not a JMeter plan. */
export function readJmx(fileName: string, bytes: Uint8Array): Jmx {
  const reader = new JmxReader(fileName);
  parse(fileName, forgiveControlCharacters(decodeXml(fileName, bytes)), reader);
  if (reader.root !== 'jmeterTestPlan') {
    throw new AppError(
      'plan_broken',
      `${fileName} is not a JMeter plan: its root element is <${reader.root}>, not <jmeterTestPlan>.`,
    );
  }
  return reader.jmx();
}

function parse(fileName: string, text: string, reader: JmxReader): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  parser.on('error', (error) => {
    throw new AppError('plan_broken', `${fileName} is not valid XML: ${sentence(error.message)}.`);
  });
  parser.on('doctype', (doctype) => {
    if (/^\s*\S+\s+(SYSTEM|PUBLIC)\b/i.test(doctype)) {
      throw new AppError(
        'plan_broken',
        `${fileName} refers to an external DTD in its DOCTYPE, which is not allowed. Remove the DOCTYPE.`,
      );
    }
    if (/<!ENTITY/i.test(doctype)) {
      throw new AppError(
        'plan_broken',
        `${fileName} declares XML entities in a DOCTYPE, which is not allowed. Remove the DOCTYPE.`,
      );
    }
  });
  parser.on('opentag', (tag) => {
    reader.open(tag);
    if (reader.depth > mostLevels) {
      throw tooDeepToRead(fileName);
    }
  });
  parser.on('text', (value) => reader.text(value));
  parser.on('cdata', (value) => reader.text(value));
  parser.on('closetag', (tag) => reader.close(tag.name));
  parser.write(text).close();
}

/** saxes says "3:14: unexpected close tag."; people count lines. */
function sentence(message: string): string {
  const found = /^(?:undefined:)?(\d+):(\d+): (.*?)\.?$/s.exec(message);
  return found ? `line ${found[1]}, ${found[3]}` : message;
}

/** Follows the tree: children of a hashTree are test elements, and the hashTree after one holds its children. */
class JmxReader {
  readonly #fileName: string;
  root = '';
  readonly #tags: string[] = [];
  /** For each open hashTree, whether what it belongs to is enabled, and the element read last in it. */
  readonly #trees: { isEnabled: boolean; last: JmxElement | undefined }[] = [];
  #element: JmxElement | undefined;
  #property = '';
  #value = '';
  readonly #names = new Set<string>();
  readonly #groups: JmxThreadGroup[] = [];
  readonly #dataFiles: JmxDataFile[] = [];
  readonly #filesOfFunctions = new Set<string>();
  readonly #calls = new Map<string, string>();
  readonly #otherText: string[] = [];
  readonly #allText: string[] = [];
  readonly #elements: JmxElement[] = [];
  #hasTestPlan = false;
  #mayMakeFiles = false;

  constructor(fileName: string) {
    this.#fileName = fileName;
  }

  get depth(): number {
    return this.#tags.length;
  }

  open(tag: SaxesTagPlain): void {
    this.root ||= tag.name;
    const parent = this.#tags.at(-1);
    this.#tags.push(tag.name);
    this.#value = '';
    if (tag.name === 'hashTree' && isTreeParent(parent)) {
      const outer = this.#trees.at(-1);
      const owner = outer?.last;
      this.#trees.push({
        isEnabled: (outer?.isEnabled ?? true) && (owner?.isEnabled ?? true),
        last: undefined,
      });
      return;
    }
    if (parent === 'hashTree') {
      this.#openElement(tag);
      return;
    }
    this.#property = tag.attributes.name ?? this.#property;
    if (tag.name === testElementProperty && tag.attributes.elementType) {
      this.#names.add(className(tag.attributes.elementType));
    }
  }

  text(value: string): void {
    this.#value += value;
  }

  close(name: string): void {
    this.#tags.pop();
    const parent = this.#tags.at(-1);
    if (name === 'hashTree' && isTreeParent(parent)) {
      this.#trees.pop();
    } else if (this.#element && parent === 'hashTree') {
      this.#element = undefined;
    } else if (this.#element && this.#value !== '') {
      this.#closeProperty(this.#element);
    }
    this.#value = '';
  }

  jmx(): Jmx {
    return {
      hasTestPlan: this.#hasTestPlan,
      threadGroups: this.#groups,
      elementNames: [...this.#names],
      dataFiles: this.#dataFiles,
      calls: [...this.#calls].map(([name, element]) => ({ name, element })),
      mayMakeFiles: this.#mayMakeFiles,
      otherText: this.#otherText.join('\n'),
      elements: this.#elements,
      allText: this.#allText.join('\n'),
    };
  }

  #openElement(tag: SaxesTagPlain): void {
    const tree = this.#trees.at(-1);
    const element: JmxElement = {
      tag: className(tag.attributes.class ?? tag.name),
      name: tag.attributes.testname ?? tag.name,
      isEnabled: (tree?.isEnabled ?? true) && tag.attributes.enabled !== 'false',
      properties: [],
    };
    this.#elements.push(element);
    if (tree) {
      tree.last = element;
    }
    this.#element = element;
    this.#names.add(element.tag);
    this.#findFunctions(element, element.name);
    if (element.tag === 'TestPlan' || element.tag.endsWith('.TestPlan')) {
      this.#hasTestPlan = true;
    }
    if (element.tag.endsWith('ThreadGroup')) {
      this.#groups.push({ element: element.tag, name: element.name, isEnabled: element.isEnabled });
    }
    this.#mayMakeFiles ||= element.isEnabled && /(^|\.)(SetupThreadGroup|SystemSampler)$/.test(element.tag);
  }

  #closeProperty(element: JmxElement): void {
    this.#allText.push(this.#value);
    if (hasTellingProperties(element.tag) && this.#value.trim() !== '') {
      element.properties.push({ name: this.#property, value: this.#value });
    }
    this.#findFunctions(element, this.#value);
    const use = useOf(element.tag, this.#property);
    if (use === undefined) {
      this.#otherText.push(this.#value);
    } else if (element.isEnabled && (use !== 'other' || this.#value.trim() !== '')) {
      this.#dataFiles.push({ path: this.#value, use, element: element.name, property: this.#property });
    }
  }

  #findFunctions(element: JmxElement, text: string): void {
    if (nestingOf(text) > mostNestedCalls) throw callsNestedTooDeeply(this.#fileName, element.name);
    if (element.isEnabled && this.#property !== commentsProperty) {
      for (const [, name = ''] of text.matchAll(call)) {
        if (!this.#calls.has(name)) this.#calls.set(name, element.name);
      }
    }
    for (const { name, path } of element.isEnabled ? filesOfFunctions(text) : []) {
      if (this.#filesOfFunctions.has(path)) continue;
      this.#filesOfFunctions.add(path);
      this.#dataFiles.push({ path, use: 'other', element: `${element.name}, ${name}`, property: '' });
    }
  }
}

/** Depth of nested function calls. Each level is parsed once more for its arguments. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/\$\{\s{0,100}__\w{1,100}\(|\)\}/g)) {
    depth = token === ')}' ? Math.max(0, depth - 1) : depth + 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const hasTellingProperties = (tag: string) =>
  tag.endsWith('ThreadGroup') || tag.endsWith('BackendListener') || tag === 'TestPlan' || tag === 'Arguments';

const isTreeParent = (tag: string | undefined) => tag === 'hashTree' || tag === 'jmeterTestPlan';

function useOf(tag: string, property: string): JmxDataFile['use'] | undefined {
  if (property === 'filename' && csvElements.some((name) => tag === name || tag.endsWith(`.${name}`))) {
    return 'csv';
  }
  if (property === 'IncludeController.includepath') {
    return 'include';
  }
  if (property === 'File.path' || property === 'HTTPSampler.FILE_NAME') {
    return 'upload';
  }
  return namesOtherFile(tag, property) ? 'other' : undefined;
}

/** XStream writes `$` in class names as `_-` and `_` as `__`. */
function className(text: string): string {
  return text.replace(/_-|__/g, (code) => (code === '_-' ? '$' : '_'));
}
