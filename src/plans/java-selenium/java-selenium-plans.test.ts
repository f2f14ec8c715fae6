import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { parseOverrideParameters } from '../override-parameters.ts';
import { javaSeleniumPlans, readJavaPlan } from './java-selenium-plans.ts';
import { readJavaSource } from './java-source.ts';

const none = parseOverrideParameters(null);
const file = (name: string, text: string) => ({ name, content: new TextEncoder().encode(text) });
const main = (name: string, body = '') =>
  `public class ${name} { public static void main(String[] args) throws Exception { ${body} } }`;

describe('uploaded Java sources', () => {
  it('are run by the class with main, by its full name', () => {
    const files = [
      file('Helper.java', 'class Helper {}'),
      file('shop/Checkout.java', `package shop.web;\nimport java.util.*;\n${main('Checkout')}`),
    ];
    assert.equal(javaSeleniumPlans.choose(files, none), 'shop/Checkout.java');
    const plan = readJavaPlan(files);
    assert.equal(plan.kind, 'main');
    assert.deepEqual(plan.classes, ['shop.web.Checkout']);
    assert.deepEqual(plan.sources, ['Helper.java', 'shop/Checkout.java']);
  });

  it('with several main classes: the one that reports is run, else the first, and the others are named', () => {
    const one = file('One.java', main('One'));
    const two = file('Two.java', `import io.flood.selenium.FloodSump;\n${main('Two', 'new FloodSump();')}`);
    assert.equal(javaSeleniumPlans.choose([one, two], none), 'Two.java');
    assert.equal(javaSeleniumPlans.choose([one, file('Three.java', main('Three'))], none), 'One.java');
    const warnings = javaSeleniumPlans.check('Two.java', [one, two], none);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /One\.java/);
  });

  it('without main are test classes of JUnit or TestNG, all of one kind, without abstract ones', () => {
    const junit = 'import org.junit.jupiter.api.Test;\npublic class A { @Test void opens() {} }';
    const other = 'package x;\nimport org.junit.Test;\npublic class B { @Test public void closes() {} }';
    const base = 'import org.junit.Test;\npublic abstract class Base { @Test public void both() {} }';
    const plan = readJavaPlan([file('A.java', junit), file('x/B.java', other), file('Base.java', base)]);
    assert.equal(plan.kind, 'junit');
    assert.deepEqual(plan.classes, ['A', 'x.B']);
    const testng = 'import org.testng.annotations.*;\npublic class T { @Test public void runs() {} }';
    assert.equal(readJavaPlan([file('T.java', testng)]).kind, 'testng');
  });

  it('are test classes if they inherit tests, from the same file or another', () => {
    const base =
      'package web;\nimport org.junit.Test;\npublic abstract class Base<T> { @Test public void both() {} }';
    const middle = 'package web;\nabstract class Middle extends Base<String> { }';
    const shop =
      'package web;\npublic class Shop extends Middle { @Override public String toString() { return "}"; } }';
    const cart =
      'package web;\npublic final class Cart extends web.Base<Integer> implements Runnable { public void run() {} }';
    const files = [file('web/Base.java', base), file('web/Middle.java', middle)];
    const plan = readJavaPlan([...files, file('web/Shop.java', shop), file('web/Cart.java', cart)]);
    assert.deepEqual([plan.kind, plan.classes], ['junit', ['web.Shop', 'web.Cart']]);
    const both = `import org.testng.annotations.Test;
      abstract class Steps { @Test public void pays() {} }
      public class Till extends Steps { class Part extends Till {} }`;
    const till = readJavaPlan([file('Till.java', both)]);
    assert.deepEqual([till.kind, till.classes], ['testng', ['Till']]);
    // A class that extends itself does not compile, but must not loop the reader.
    const odd = [file('A.java', 'class A extends B {}'), file('B.java', 'class B extends A {}')];
    assert.throws(() => readJavaPlan(odd), /None of the uploaded/);
  });

  it('without anything to run are refused with a sentence', () => {
    for (const files of [[], [file('Helper.java', 'class Helper {}')], [{ name: 'plan.jmx' }]]) {
      assert.throws(
        () => javaSeleniumPlans.choose(files, none),
        (error) =>
          error instanceof AppError && error.code === 'plan_missing' && /java|file/.test(error.message),
      );
    }
  });

  it('with main only in a comment or a string have no main class', () => {
    const text = `// public static void main(String[] a)\nclass A { String s = "public static void main(String[] a)"; }`;
    assert.equal(readJavaSource('A.java', text).hasMain, false);
  });

  it('get a warning when they would record no samples', () => {
    const files = [file('A.java', main('A'))];
    assert.match(javaSeleniumPlans.check('A.java', files, none).join(), /FloodSump/);
    assert.deepEqual(javaSeleniumPlans.check('A.java', [...files, { name: 'reports.jar' }], none), []);
  });
});

describe('the version of Selenium', () => {
  const lineOf = (body: string) => readJavaSource('A.java', main('A', body)).seleniumLine;

  it('is 3 for API that version 4 removed', () => {
    assert.equal(lineOf('new RemoteWebDriver(url, DesiredCapabilities.chrome());'), 3);
    assert.equal(lineOf('d.manage().timeouts().implicitlyWait(5, TimeUnit.SECONDS);'), 3);
    assert.equal(lineOf('new WebDriverWait(driver, 10).until(x);'), 3);
    assert.equal(lineOf('driver.findElementById("a");'), 3);
  });

  it('is 4 for API that version 4 added', () => {
    assert.equal(lineOf('d.manage().timeouts().implicitlyWait(Duration.ofSeconds(5));'), 4);
    assert.equal(lineOf('new WebDriverWait(driver, Duration.ofSeconds(10));'), 4);
    assert.equal(lineOf('driver.switchTo().newWindow(WindowType.TAB);'), 4);
  });

  it('without evidence is 3 for scripts that report, else 4', () => {
    assert.deepEqual(readJavaPlan([file('A.java', main('A', 'new FloodSump();'))]).seleniumLines, [3, 4]);
    assert.deepEqual(readJavaPlan([file('A.java', main('A', 'new ChromeDriver();'))]).seleniumLines, [4, 3]);
  });
});
