import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groovyProblem } from './script-rule.ts';

describe('groovyProblem', () => {
  it('names variables in parentheses that Groovy takes for casts', () => {
    for (const end of ['- 1', '+ 1', 'in [3]', 'as String', '[0]', '(1)', '~1', '!b']) {
      assert.match(groovyProblem(`def a = 3; return (a) ${end}`, 'JSR223Sampler') ?? '', /which is a cast/);
    }
    assert.match(groovyProblem('[1].collect { -(it) - 1 }', 'JSR223Sampler') ?? '', /which is a cast/);
    assert.match(groovyProblem('def a = [b: 1]; (a.b) - 1', 'JSR223Sampler') ?? '', /which is a cast/);
  });

  it('accepts variables in parentheses before other operators', () => {
    for (const end of ['* 2', '== 3', '? 1 : 2', '!in [3]', '!instanceof List', 'instanceof List', '\n-1']) {
      assert.equal(groovyProblem(`def a = 3; (a) ${end}`, 'JSR223Sampler'), undefined);
    }
    assert.equal(groovyProblem('def a = 3; if (a) -1', 'JSR223Sampler'), undefined);
  });
});
