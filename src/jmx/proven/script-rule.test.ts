import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlanElement } from '../plan-tree.ts';
import { groovyProblem, jsr223Element } from './script-rule.ts';

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

describe('isShared of script elements', () => {
  const isShared = (script: string) => {
    const kind = 'JSR223PreProcessor';
    const element: PlanElement = {
      kind,
      guiClass: 'TestBeanGUI',
      name: kind,
      isNamed: true,
      isEnabled: true,
      isFullyLabelled: true,
      properties: new Map([['script', script]]),
      children: [],
      place: kind,
    };
    return jsr223Element(kind, kind).isShared?.(element);
  };

  it('is true for scripts that read and set properties, in any form', () => {
    for (const script of [
      "props.put('n', props.get('n') + 1)",
      "props['n'] = props['n'].toInteger() + 1",
      'props.n = props.n + 1',
      "props['n'] += 1",
      "props.setProperty('n', '' + JMeterUtils.getPropDefault('n', 0))",
      "JMeterUtils.setProperty('n', props.get('n'))",
      "ctx.properties.put('n', ctx.properties.get('n'))",
      "ctx.getProperties().put('n', ctx.getProperties().get('n'))",
      "def p = props; p.put('n', p.get('n'))",
      "props.putIfAbsent('n', '1')",
      "props.put('n', ${__P(n)} + 1)",
    ]) {
      assert.equal(isShared(script), true, script);
    }
  });

  it('is false for scripts that only read or only set them', () => {
    for (const script of [
      "vars.put('n', props.get('n'))",
      "props.put('n', vars.get('n')); props.setProperty('m', '1')",
      "import org.apache.jmeter.util.JMeterUtils; vars.put('n', JMeterUtils.getProperty('n'))",
      "vars.put('n', ctx.properties.get('n') + ctx.getProperties().getProperty('m'))",
    ]) {
      assert.equal(isShared(script), false, script);
    }
  });
});
