import { isOfJMeter, provenJarMembers } from '../../../jmx/proven/jar-members.ts';
import type { UploadedClass, UploadedClasses } from './uploaded-classes.ts';

/** Members that change state mirrored by the engine. */
const setters = new Set([
  ...[
    'JMeterVariables.put',
    'JMeterVariables.putObject',
    'JMeterVariables.remove',
    'JMeterUtils.setProperty',
  ],
  ...['JMeterUtils.getJMeterProperties', 'JMeterContext.getProperties', 'JMeterContext.getVariables'],
  ...['JavaSamplerContext.getJMeterProperties', 'JavaSamplerContext.getJMeterVariables'],
]);
const ownThreads =
  /^java\/util\/(?:concurrent\/(?:\w*Executor\w*|CompletableFuture|ForkJoin\w*|Future)|Timer(?:Task)?)$|^java\/lang\/Thread$/;
const harmlessOfThread = new Set([
  'sleep',
  'currentThread',
  'getName',
  'getId',
  'interrupt',
  'yield',
  'threadId',
]);
const reflection =
  /^java\/lang\/(?:reflect|invoke)\/(?:Method|Field|Constructor|VarHandle|AccessibleObject)$/;
const views = new Set(['keySet', 'entrySet', 'values', 'keys', 'elements']);

/** A class that uses parts of JMeter outside of the proven set. */
export interface JarProblem {
  readonly jar: string;
  readonly text: string;
}

/** Uses outside of the proven set by classes reachable from `roots`. */
export function jarProblems(classes: UploadedClasses, roots: Iterable<string>): JarProblem[] {
  const facing = classes.reachedFrom(roots).filter((each) => [...each.classes].some(isOfJMeter));
  const problems = facing.flatMap((each) =>
    [...problemsOf(each, classes)].map((what) => problem(each, what)),
  );
  const setter = facing.find((each) => usedMembers(each, classes).some(({ key }) => setters.has(key)));
  const threaded = setter && facing.find((each) => each.members.some(startsThreads));
  return threaded
    ? [...problems, problem(threaded, 'its own threads together with variables or properties of JMeter')]
    : problems;
}

/** Whether a class reachable from `roots` stores objects in variables. */
export const storesObjects = (classes: UploadedClasses, roots: Iterable<string>): boolean =>
  classes
    .reachedFrom(roots)
    .some(({ members }) => members.some(({ owner, name }) => isOfJMeter(owner) && name === 'putObject'));

const problem = ({ jar, name }: UploadedClass, what: string): JarProblem => ({
  jar,
  text: `Its class ${dotted(name)} uses ${what}`,
});

function* problemsOf(each: UploadedClass, classes: UploadedClasses): Generator<string> {
  for (const name of each.classes) {
    if (isOfJMeter(name) && !Object.hasOwn(provenJarMembers, name)) {
      yield dotted(name);
    }
  }
  for (const name of [each.parent, ...each.interfaces]) {
    if (isOfJMeter(name) && provenJarMembers[name] && !provenJarMembers[name].isSubclassed) {
      yield `a subclass of ${dotted(name)}`;
    }
  }
  for (const { owner, name } of usedMembers(each, classes)) {
    const proven = Object.hasOwn(provenJarMembers, owner) ? provenJarMembers[owner] : undefined;
    if (proven && !proven.members.includes(name)) {
      yield `${dotted(owner)}.${name}`;
    }
  }
  const member = each.members.find(
    ({ owner, name }) =>
      reflection.test(owner) || (/^java\/util\/(?:Properties|Hashtable)$/.test(owner) && views.has(name)),
  );
  if (member) {
    yield `${dotted(member.owner)}.${member.name}`;
  }
}

/** Referenced members of JMeter's classes, including those inherited by uploaded classes. */
function usedMembers(
  { members }: UploadedClass,
  classes: UploadedClasses,
): { owner: string; name: string; key: string }[] {
  return members.flatMap(({ owner, name }) =>
    ownersOf(owner, name, classes, new Set()).map((found) => ({
      owner: found,
      name,
      key: `${found.slice(found.lastIndexOf('/') + 1)}.${name}`,
    })),
  );
}

/** JMeter classes that may declare a member used through `owner`. */
function ownersOf(owner: string, name: string, classes: UploadedClasses, seen: Set<string>): string[] {
  if (isOfJMeter(owner)) {
    return [owner];
  }
  if (seen.has(owner) || name === '<init>') {
    return [];
  }
  seen.add(owner);
  return classes
    .get(owner)
    .filter(({ declared }) => !declared.has(name))
    .flatMap(({ parent, interfaces }) => [parent, ...interfaces])
    .flatMap((each) => ownersOf(each, name, classes, seen))
    .filter((each) => !isInheritedFromObject(name, each));
}

/** Members of java.lang.Object are inherited by JMeter's classes. */
const isInheritedFromObject = (name: string, owner: string): boolean =>
  !provenJarMembers[owner]?.members.includes(name) &&
  ['getClass', 'hashCode', 'equals', 'toString', 'wait', 'notify', 'notifyAll'].includes(name);

const startsThreads = ({ owner, name }: { owner: string; name: string }): boolean =>
  ownThreads.test(owner) && !(owner === 'java/lang/Thread' && harmlessOfThread.has(name));

const dotted = (name: string): string => name.replaceAll('/', '.');
