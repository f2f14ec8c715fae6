import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isBeanShellSupported } from './parse-bean-shell.ts';

describe('BeanShell scripts that the engine evaluates', () => {
  it('support the folder of the plan, separators, the environment, arithmetic and strings', () => {
    for (const text of [
      'import org.apache.jmeter.services.FileServer; FileServer.getFileServer().getBaseDir();',
      'File.separator',
      'System.getenv("${name}")',
      '5 * ${users} / 2.0',
      '"${host}" + ":" + ${port}',
      'vars.get("a${b}").equals("c") ? 1 : 2',
    ]) {
      assert.ok(isBeanShellSupported(text), text);
    }
  });

  it('exclude statements, assignments, objects and names imported from elsewhere', () => {
    for (const text of [
      'a = 1',
      'int a = 1; a',
      'vars.put("a", "b")',
      'if (true) 1',
      'new Date()',
      'FileServer.getFileServer().getBaseDir()',
      'import com.example.FileServer; FileServer.getFileServer().getBaseDir()',
      'System.getProperty("user.dir")',
      'props.get("user.home")',
      "'a' + 1",
      '"a".getBytes()',
      '"a1".indexOf(1)',
      '"abc".substring("1")',
      'log.info("x")',
      '1; 2',
      'source("function.bsh")',
      '1 << 2',
      'a++',
      '${script}()',
      '07 + 1',
      '1 // note',
    ]) {
      assert.equal(isBeanShellSupported(text), false, text);
    }
  });
});
