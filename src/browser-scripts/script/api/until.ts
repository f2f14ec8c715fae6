import { isRegExp } from 'node:util/types';
import type { Frame } from 'playwright-core';
import type { UserSession } from '../session.ts';
import { sleep } from '../sleep.ts';
import { Condition, poll, waitTimedOut } from './condition.ts';
import { type Locatable, toLocator } from './find.ts';
import {
  disabledIs,
  isThere,
  selectedIs,
  type TextTest,
  textFits,
  titleFits,
  urlFits,
  visibilityIs,
} from './in-page/checks.ts';
import { callOf, inPage, type PageFunction } from './page-function.ts';
import { findFrame } from './target-frame.ts';
import { unwrap } from './unwrap.ts';

/** The conditions of `browser.wait`. */
export const Until = Object.freeze({
  ableToSwitchToFrame: (name: unknown) => frameIsThere(name),
  alertIsPresent: () => dialogIsOpen(),

  elementLocated: (what: Locatable) => element(what, 'to be there', isThere),
  elementsLocated: (what: Locatable, count = 1) => elements(what, count),
  elementIsVisible: (what: Locatable) => element(what, 'to be visible', visibilityIs, true),
  elementIsNotVisible: (what: Locatable) => element(what, 'not to be visible', visibilityIs, false),
  elementIsEnabled: (what: Locatable) => element(what, 'to be enabled', disabledIs, false),
  elementIsDisabled: (what: Locatable) => element(what, 'to be disabled', disabledIs, true),
  elementIsSelected: (what: Locatable) => element(what, 'to be selected', selectedIs, true),
  elementIsNotSelected: (what: Locatable) => element(what, 'not to be selected', selectedIs, false),
  elementTextIs: (what: Locatable, text: string) => elementText(what, 'is', text, true),
  elementTextIsNot: (what: Locatable, text: string) => elementText(what, 'is', text, false),
  elementTextContains: (what: Locatable, text: string) => elementText(what, 'contains', text, true),
  elementTextDoesNotContain: (what: Locatable, text: string) => elementText(what, 'contains', text, false),
  elementTextMatches: (what: Locatable, text: RegExp) => elementText(what, 'matches', text, true),
  elementTextDoesNotMatch: (what: Locatable, text: RegExp) => elementText(what, 'matches', text, false),

  titleIs: (text: string) => ofPage('title', titleFits, 'is', text, true),
  titleIsNot: (text: string) => ofPage('title', titleFits, 'is', text, false),
  titleContains: (text: string) => ofPage('title', titleFits, 'contains', text, true),
  titleDoesNotContain: (text: string) => ofPage('title', titleFits, 'contains', text, false),
  titleMatches: (text: RegExp) => ofPage('title', titleFits, 'matches', text, true),
  titleDoesNotMatch: (text: RegExp) => ofPage('title', titleFits, 'matches', text, false),
  urlIs: (text: string) => ofPage('address', urlFits, 'is', text, true),
  urlIsNot: (text: string) => ofPage('address', urlFits, 'is', text, false),
  urlContains: (text: string) => ofPage('address', urlFits, 'contains', text, true),
  urlDoesNotContain: (text: string) => ofPage('address', urlFits, 'contains', text, false),
  urlMatches: (text: RegExp) => ofPage('address', urlFits, 'matches', text, true),
  urlDoesNotMatch: (text: RegExp) => ofPage('address', urlFits, 'matches', text, false),
});

function element(what: Locatable, desc: string, check: PageFunction, ...extra: unknown[]): Condition {
  const { pageFunc, pageFuncArgs, toErrorString } = bound(what);
  return new Condition(`for ${toErrorString()} ${desc}`, (session, timeoutMs) => {
    const condition = inPage('all', `(${check})(${callOf(pageFunc)} ?? null, ...all.extra)`);
    return poll(session.frame, condition, { args: unwrap(pageFuncArgs), extra }, timeoutMs);
  });
}

function elements(what: Locatable, count: number): Condition {
  const { pageFuncMany, pageFuncArgs, toErrorString } = bound(what);
  return new Condition(`for ${toErrorString()} to be there ${count} times`, (session, timeoutMs) => {
    const condition = inPage('all', `Array.from(${callOf(pageFuncMany)} ?? []).length >= all.count`);
    return poll(session.frame, condition, { args: unwrap(pageFuncArgs), count }, timeoutMs);
  });
}

function elementText(what: Locatable, kind: TextTest['kind'], text: unknown, isWanted: boolean): Condition {
  const test = textTest(kind, text, isWanted);
  return element(what, `to have a text that ${wordsOf(test)}`, textFits, test);
}

function ofPage(
  name: string,
  check: PageFunction,
  kind: TextTest['kind'],
  text: unknown,
  isWanted: boolean,
): Condition {
  const test = textTest(kind, text, isWanted);
  const find = (session: UserSession): Frame => session.page.mainFrame();
  return new Condition(`for the page’s ${name} to be one that ${wordsOf(test)}`, (session, timeoutMs) =>
    poll(find(session), inPage('test', `(${check})(test)`), test, timeoutMs),
  );
}

/** A text given where a regular expression is asked for is taken as one. */
function textTest(kind: TextTest['kind'], text: unknown, isWanted: boolean): TextTest {
  if (!isRegExp(text)) return { kind, text: String(text), flags: '', isWanted };
  // With g or y a regular expression would remember where it was.
  return { kind: 'matches', text: text.source, flags: text.flags.replace(/[gy]/g, ''), isWanted };
}

function wordsOf({ kind, text, isWanted }: TextTest): string {
  const verbs = {
    is: ['is', 'is not'],
    contains: ['contains', 'does not contain'],
    matches: ['matches', 'does not match'],
  };
  return `${verbs[kind][isWanted ? 0 : 1]} '${text}'`;
}

function dialogIsOpen(): Condition {
  const wait = (session: UserSession, timeoutMs: number) =>
    session.dialogs.next(AbortSignal.timeout(timeoutMs));
  return new Condition('for a dialog to be open', wait, true);
}

/** Also switches to the frame, as the documentation said. */
function frameIsThere(name: unknown): Condition {
  const desc = `for the frame '${String(name)}' to be there`;
  return new Condition(desc, async (session, timeoutMs) => {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const frame = await findFrame(session, name).catch(() => null);
      if (frame !== null) {
        session.useFrame(frame);
        return true;
      }
      if (performance.now() >= deadline) throw waitTimedOut(desc, timeoutMs);
      await sleep(50);
    }
  });
}

function bound(what: Locatable) {
  const locator = toLocator(what);
  return {
    pageFunc: locator.pageFunc,
    pageFuncMany: locator.pageFuncMany,
    pageFuncArgs: locator.pageFuncArgs,
    toErrorString: () => locator.toErrorString(),
  };
}
