import type { Chance } from './chance.ts';

/** State that all generators of a random plan share. */
export interface Making {
  chance: Chance;
  /** Users run concurrently, so nothing in the plan may depend on their order. */
  isConcurrent: boolean;
  /** The plan has one user at a time, so it may stop the test. */
  mayStopTest: boolean;
  /** A user exists when the text is evaluated, so it may contain names and numbers of threads. */
  hasUser: boolean;
  /**
   * Whether the plan may have Dummy samplers. In JMeter they corrupt the header managers, defaults and cookie
   * managers in their scope for other samplers, so a plan has either Dummy samplers or these.
   */
  hasDummies: boolean;
  /**
   * Whether samples may contain varying texts: all variables, or multipart forms. Then no element reads samples, and
   * sizes are not compared.
   */
  isVague: boolean;
  /** Whether the plan may have Parallel controllers. Then it has no scripts, pre-processors or post-processors. */
  hasParallels: boolean;
  files: Record<string, string>;
  /** Names of fragments for module controllers. */
  fragments: string[];
  /** Names of the enclosing loops, whose index variables are set. */
  loops: readonly string[];
  /** Returns a new number, to make names unique. */
  count(): number;
}

/** Variables that any element may set to any text. */
export const words = ['a', 'b', 'c', 'd'] as const;

/** Variables of the test plan that no element changes, for places that need a certain value, such as a number. */
export const constants: Readonly<Record<string, string>> = {
  n1: '1',
  n2: '2',
  n3: '3',
  word: 'abc',
  blank: '',
  green: 'grün & blau',
  no: 'false',
  item_1: 'x',
  item_2: 'y z',
  item_3: '',
  item_4: 'w',
  item1: 'p',
  item2: 'q',
  xml: '<shop name="A"><item id="1">One</item><item id="2">Two</item></shop>',
  html: '<p class="x">One <b>two</b></p><a href="/ok">go</a>',
  json: '{"id":7,"name":"Ada","tags":["a","b"]}',
};
