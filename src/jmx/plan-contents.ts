import { filesOfFunctions, namesOtherFile } from './other-files.ts';
import { type Jmx, type NamedText, namedTextsOf, type PlanElement } from './plan-tree.ts';

/** Facts about a plan for the checks before a run. */
export interface PlanContents {
  hasTestPlan: boolean;
  /** Every element of the tree in order. */
  elements: ContainedElement[];
  dataFiles: JmxDataFile[];
  /** Functions that enabled elements call, and the element with the first call. */
  calls: { name: string; element: string }[];
  /** Whether the plan may create files before it reads them: it has a setUp Thread Group, or starts a program. */
  mayMakeFiles: boolean;
  /** All text except names of data files. */
  otherText: string;
  /** All text of the plan. */
  allText: string;
}

export interface ContainedElement {
  kind: string;
  /** Its name, or its kind when it has none. */
  title: string;
  /** False also within a disabled element. */
  isEnabled: boolean;
  /** Without empty texts. */
  texts: NamedText[];
}

export interface JmxDataFile {
  /** As written in the plan. */
  path: string;
  use: 'csv' | 'include' | 'upload' | 'other';
  /** Title of its element. */
  element: string;
  /** Empty if a function reads the file; such a name cannot be replaced in the plan. */
  property: string;
}

const commentsProperty = 'TestPlan.comments';
const call = /(?<!\\)\$\{\s*(__\w+)\(/g;

export function contentsOf({ roots }: Jmx): PlanContents {
  const elements: ContainedElement[] = [];
  for (const root of roots) {
    addElements(root, true, elements);
  }
  const enabled = elements.filter(({ isEnabled }) => isEnabled);
  const texts = elements.flatMap((element) => element.texts.map((text) => ({ element, ...text })));
  return {
    hasTestPlan: elements.some(({ kind }) => kind === 'TestPlan'),
    elements,
    dataFiles: dataFilesOf(enabled),
    calls: callsOf(enabled),
    mayMakeFiles: enabled.some(({ kind }) => /(?:^|\.)(?:SetupThreadGroup|SystemSampler)$/.test(kind)),
    otherText: joined(texts.filter(({ element, name }) => useOf(element.kind, name) === undefined)),
    allText: joined(texts),
  };
}

/** Thread groups of JMeter and of plugins. */
export const isThreadGroup = ({ kind }: Pick<ContainedElement, 'kind'>) => kind.endsWith('ThreadGroup');

const joined = (texts: readonly NamedText[]) => texts.map(({ value }) => value).join('\n');

function addElements(element: PlanElement, isParentEnabled: boolean, found: ContainedElement[]): void {
  const { kind, isNamed, name, children } = element;
  const isEnabled = isParentEnabled && element.isEnabled;
  const texts = namedTextsOf(element).filter(({ value }) => value !== '');
  found.push({ kind, title: isNamed ? name : kind, isEnabled, texts });
  for (const child of children) {
    addElements(child, isEnabled, found);
  }
}

function dataFilesOf(enabled: readonly ContainedElement[]): JmxDataFile[] {
  const files: JmxDataFile[] = [];
  const ofFunctions = new Set<string>();
  const addFunctions = (title: string, text: string) => {
    for (const { name, path } of filesOfFunctions(text)) {
      if (!ofFunctions.has(path)) {
        ofFunctions.add(path);
        files.push({ path, use: 'other', element: `${title}, ${name}`, property: '' });
      }
    }
  };
  for (const { kind, title, texts } of enabled) {
    addFunctions(title, title);
    for (const { name: property, value: path } of texts) {
      addFunctions(title, path);
      const use = useOf(kind, property);
      if (use !== undefined && (use !== 'other' || path.trim() !== '')) {
        files.push({ path, use, element: title, property });
      }
    }
  }
  return files;
}

function callsOf(enabled: readonly ContainedElement[]): PlanContents['calls'] {
  const calls = new Map<string, string>();
  for (const { title, texts } of enabled) {
    const values = texts.filter(({ name }) => name !== commentsProperty).map(({ value }) => value);
    for (const [, name = ''] of [title, ...values].flatMap((text) => [...text.matchAll(call)])) {
      if (!calls.has(name)) {
        calls.set(name, title);
      }
    }
  }
  return [...calls].map(([name, element]) => ({ name, element }));
}

function useOf(kind: string, property: string): JmxDataFile['use'] | undefined {
  if (property === 'filename' && /(?:^|\.)(?:CSVDataSet|RandomCSVDataSetConfig)$/.test(kind)) {
    return 'csv';
  }
  if (property === 'IncludeController.includepath') {
    return 'include';
  }
  if (property === 'File.path' || property === 'HTTPSampler.FILE_NAME') {
    return 'upload';
  }
  return namesOtherFile(kind, property) ? 'other' : undefined;
}
