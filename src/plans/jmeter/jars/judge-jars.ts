import type { EngineObstacle } from '../../../domain/engine.ts';
import { AppError } from '../../../domain/errors.ts';
import { type PlanElement, textProperty, textsIn } from '../../../jmx/plan-tree.ts';
import { isFunctionName } from '../../../jmx/proven/functions.ts';
import { isOwnJavaClass } from '../../../jmx/proven/own-java-class.ts';
import { jvmKinds } from '../../../jmx/proven/script-elements.ts';
import { readJmx } from '../../../jmx/read-jmx.ts';
import { BrokenZip } from '../../../lib/zip-entries.ts';
import { isJarName } from '../../jar-name.ts';
import type { PlanFile } from '../../plan-file.ts';
import { BrokenClass } from './class-file.ts';
import { jarProblems, storesObjects } from './jar-rule.ts';
import { TooManyClasses, UploadedClasses } from './uploaded-classes.ts';

const place = 'the uploaded files';

/** Resources of a jar that change JMeter or Groovy for every plan. */
const changes: Readonly<Record<string, string>> = {
  'META-INF/resources/org.apache.jmeter.nameupdater.properties': 'aliases for JMeter elements',
  'META-INF/groovy/org.codehaus.groovy.runtime.ExtensionModule': 'extension methods for Groovy',
  'META-INF/services/org.codehaus.groovy.runtime.ExtensionModule': 'extension methods for Groovy',
};
const functionService = 'META-INF/services/org.apache.jmeter.functions.Function';

/**
 * Why the engine cannot run the uploaded jars in a JVM exactly as Apache JMeter. Considers classes that Java Requests
 * and scripts of the plans name, and the classes these reference.
 */
export function judgeJars(files: readonly PlanFile[]): EngineObstacle[] {
  const jars = files.filter(({ name }) => isJarName(name));
  if (jars.length === 0 && !files.some(namesJavaRequests)) {
    return [];
  }
  const unread = jars.filter(({ content }) => content === undefined);
  if (unread.length > 0) {
    return unread.map(({ name }) =>
      obstacle(name, `${name} is not examined: it is large, or inside an archive`),
    );
  }
  try {
    return judgeClasses(new UploadedClasses(jars as Required<PlanFile>[]), files);
  } catch (error) {
    if (error instanceof BrokenZip || error instanceof BrokenClass) {
      return jars.map(({ name }) => obstacle(name, `${name} cannot be examined: ${error.message}`));
    }
    if (error instanceof TooManyClasses) {
      return jars.map(({ name }) => obstacle(name, `${name} cannot be examined: it has too many classes`));
    }
    throw error;
  }
}

const namesJavaRequests = ({ content }: PlanFile): boolean =>
  content !== undefined &&
  Buffer.from(content.buffer, content.byteOffset, content.length).includes('JavaSampler');

const obstacle = (element: string, what: string): EngineObstacle => ({
  element,
  place,
  reason: `${what}, so that only Apache JMeter runs it.`,
});

function judgeClasses(classes: UploadedClasses, files: readonly PlanFile[]): EngineObstacle[] {
  const elements = files.flatMap(elementsOf);
  const roots = rootsOf(elements, classes);
  const problems = jarProblems(classes, roots).map(({ jar, text }) => ({
    element: jar,
    place,
    reason: `${text}, which is not proven in a JVM beside Spate's own engine.`,
  }));
  const shown = storesObjects(classes, roots)
    ? elements.filter(({ kind, isEnabled }) => isEnabled && /^Debug/.test(kind))
    : [];
  return [
    ...Object.entries(changes).flatMap(([name, what]) =>
      (classes.resources.get(name) ?? []).map(({ jar }) => obstacle(jar, `${jar} has ${what}`)),
    ),
    ...replacedFunctions(classes),
    ...problems,
    ...elements
      .filter((element) => element.isEnabled && isMissing(element, classes) && hasFunctions(element))
      .map((element) => ({
        element: element.kind,
        place: element.place,
        reason: `Its class ${textProperty(element, 'classname')} is not in an uploaded .jar file, and it calls functions.`,
      })),
    ...shown.map((element) => ({
      element: element.kind,
      place: element.place,
      reason: 'It may show objects of a class that runs in a JVM.',
    })),
  ];
}

const isMissing = (element: PlanElement, classes: UploadedClasses): boolean => {
  const name = textProperty(element, 'classname').trim();
  return element.kind === 'JavaSampler' && !isOwnJavaClass(name) && !classes.has(name.replaceAll('.', '/'));
};

/** JMeter evaluates all properties of an element once more when it reports that the class is missing. */
const hasFunctions = ({ name, properties }: PlanElement): boolean =>
  [name, ...[...properties.values()].flatMap((value) => [...textsIn(value)])].some((text) =>
    text.includes('${__'),
  );

/**
 * Jars that redefine functions of the engine. JMeter finds functions in packages of this name, and in service files.
 */
function replacedFunctions(classes: UploadedClasses): EngineObstacle[] {
  const services = classes.resources.get(functionService) ?? [];
  const named = services.flatMap(({ entry }) =>
    Buffer.from(entry.read(2 ** 20))
      .toString('utf8')
      .split(/\s+/)
      .map((name) => name.replaceAll('.', '/')),
  );
  const inPackages = [...classes.names].filter((name) => /(?:^|\/)functions\//.test(name));
  return [...new Set([...named, ...inPackages])]
    .flatMap((name) => classes.get(name))
    .flatMap(({ jar, texts }) =>
      [...texts]
        .filter((text) => text.startsWith('__') && isFunctionName(text))
        .map((name) => obstacle(jar, `${jar} may replace the function ${name}`)),
    );
}

/** Classes named by Java Requests, and classes whose name is a word in a script. */
function rootsOf(elements: readonly PlanElement[], classes: UploadedClasses): string[] {
  const requested = elements
    .filter(({ kind }) => kind === 'JavaSampler')
    .map((element) => textProperty(element, 'classname').trim())
    .filter((name) => !isOwnJavaClass(name))
    .map((name) => name.replaceAll('.', '/'));
  const words = new Set(
    elements
      .filter(({ kind }) => jvmKinds.has(kind))
      .flatMap(({ properties }) => [...properties.values()].flatMap((value) => [...textsIn(value)]))
      .flatMap((text) => text.match(/[\p{L}\d_$]+/gu) ?? []),
  );
  const scripted = [...classes.names].filter((name) =>
    words.has(name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1)),
  );
  return [...requested, ...scripted];
}

/** All elements of a plan and of its included fragments. */
function elementsOf({ name, content }: PlanFile): PlanElement[] {
  if (!content || !/\.jmx$/i.test(name)) {
    return [];
  }
  const all = (elements: readonly PlanElement[]): PlanElement[] =>
    elements.flatMap((each) => [each, ...all(each.children)]);
  try {
    return all(readJmx(name, content).roots);
  } catch (error) {
    if (error instanceof AppError) {
      return [];
    }
    throw error;
  }
}
