import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Environment, User } from '../core.ts';
import { textFunctions } from '../functions/functions.ts';
import { VariableNames, Variables } from '../state/variables.ts';
import { compileText } from './compile-text.ts';

const environment: Environment = {
  properties: new Map([
    ['host', 'example.com'],
    ['a,b', 'comma'],
  ]),
  functions: textFunctions,
  variableNames: new VariableNames(),
  filesFolder: '/',
  nowMs: Date.now,
  cachedNowMs: Date.now,
  random: Math.random,
  userAgent: 'test',
  planName: 'plan.jmx',
  log: () => {},
};
const variables = new Variables(environment.variableNames);
variables.set('x', '1');
variables.set('name', 'x');
variables.set('x_2', 'two');
/** The parts of a user that texts read. */
const user = {
  variables,
  number: 4,
  group: { number: 1 },
} as unknown as User;
const evaluate = (raw: string) => compileText(raw, environment).evaluate(user);

describe('text with variables and functions', () => {
  it('keeps a text without any as it is, backslashes and all', () => {
    assert.equal(compileText('a\\,b \\d+', environment).constant, 'a\\,b \\d+');
    assert.equal(evaluate('C:\\data\\$1'), 'C:\\data\\$1');
  });

  it('puts variables in, and leaves those that are not set as they were written', () => {
    assert.equal(evaluate('<${x}>${nope}'), '<1>${nope}');
  });

  it('takes escapes away once there is a variable', () => {
    assert.equal(evaluate('${x}\\,\\$\\\\\\d'), '1,$\\\\d');
    assert.equal(evaluate('\\${x}${x}'), '${x}1');
  });

  it('calls functions with defaults, nested and with escaped commas', () => {
    assert.equal(evaluate('${__P(host)}:${__P(port,80)}'), 'example.com:80');
    assert.equal(evaluate('${__P(none)}'), '1');
    assert.equal(evaluate('${__P(a\\,b,-)}'), 'comma');
    assert.equal(evaluate('${__V(x_${__P(n,2)})}'), 'two');
    assert.equal(evaluate('${__V(${name})}'), '1');
    assert.equal(evaluate('${__threadNum}${__threadNum()}'), '55');
  });

  it('treats a function that it does not know as a variable that is not set', () => {
    assert.equal(evaluate('${__nope(a,b)}'), '${__nope(a,b)}');
  });

  it('keeps parentheses within arguments together', () => {
    assert.equal(evaluate('${__P(none,f(1)(2))}'), 'f(1)(2)');
  });

  it('refuses a call that is not closed', () => {
    assert.throws(() => evaluate('${__P(host) x'), /Expected \} after __P/);
  });
});
