import type { Chance } from './chance.ts';

/** What all parts of a random plan know while it is made. */
export interface Making {
  chance: Chance;
  /** Nothing that depends on the order between users may be in the plan. */
  isConcurrent: boolean;
  /** The plan has one user at a time, so it may stop the test. */
  mayStopTest: boolean;
  /** There is a user when the text is evaluated, so there are names and numbers of threads. */
  hasUser: boolean;
  /**
   * Whether Dummy samplers may be in the plan. JMeter lets them spoil the header managers, defaults and cookie managers
   * around them for other samplers, so a plan has either those or these.
   */
  hasDummies: boolean;
  /**
   * Whether texts that vary may be in samples: all variables, or forms in parts. Then nothing looks at them, and sizes are
   * not compared.
   */
  isVague: boolean;
  /** Whether Parallel controllers may be in the plan. Then nothing around them takes values from samples or changes them. */
  hasParallels: boolean;
  files: Record<string, string>;
  /** Names of fragments that a module controller may point at. */
  fragments: string[];
  /** Names of the loops around the present place, whose counters are set. */
  loops: readonly string[];
  /** Makes names different. */
  count(): number;
}

/** Variables that any element may set to any text. */
export const words = ['a', 'b', 'c', 'd'] as const;

/** Variables of the test plan that nothing else sets, for places where only a number will do. */
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
