import { type ContainedElement, isThreadGroup, type PlanContents } from './plan-contents.ts';

/** More virtual users than any node can start. */
const mostUsers = 10_000_000;

/** One sentence for each enabled group of JMeter itself that the plan gives no users or no iterations. */
export function emptyGroups(contents: PlanContents): string[] {
  return groupsOf(contents)
    .filter(({ kind }) => /^(?:Setup|Post)?ThreadGroup$/.test(kind))
    .flatMap((group) => {
      const title = `Thread group "${group.title}"`;
      const users = textOf(group, usersProperty) ?? '';
      const loops = textOf(group, 'LoopController.loops');
      if (numberOf(users) <= 0) {
        return [`${title} has no users: its number of threads is ${asTaken(users)}.`];
      }
      return loops !== undefined && numberOf(loops) === 0
        ? [`${title} does nothing: its loop count is ${asTaken(loops)}.`]
        : [];
    });
}

/** One sentence for each enabled group with more users than any node can start. */
export function endlessGroups(contents: PlanContents): string[] {
  return groupsOf(contents)
    .map((group) => ({ group, users: numberOf(textOf(group, usersProperty) ?? '') }))
    .filter(({ users }) => users > mostUsers)
    .map(
      ({ group, users }) =>
        `Thread group "${group.title}" has ${users.toLocaleString('en')} users on each node, more than any node can start (at most ${mostUsers.toLocaleString('en')}).`,
    );
}

const usersProperty = 'ThreadGroup.num_threads';

const groupsOf = ({ elements }: PlanContents) =>
  elements.filter((element) => element.isEnabled && isThreadGroup(element));

const textOf = ({ texts }: ContainedElement, name: string) =>
  texts.find((text) => text.name === name && text.value.trim() !== '')?.value;

/**
 * Reads an int like JMeter: invalid text is 0. NaN if unknown before the run: text with variables, and `true`, which
 * may be 1.
 */
function numberOf(text: string): number {
  if (text.includes('${') || /^(?:true|false)$/i.test(text)) {
    return Number.NaN;
  }
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : 0;
  return value >= -(2 ** 31) && value < 2 ** 31 ? value : 0;
}

function asTaken(text: string): string {
  if (text === '') {
    return 'empty';
  }
  return /^[+-]?0*\d{1,9}$/.test(text) ? text : `"${text}", which JMeter takes for 0`;
}
