package org.junit.internal.runners.statements;

import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.Statement;
import spate.selenium.OldTests;

/** Replaces JUnit 4's class, which offers no access to a test before its rules and `@After` end it. */
public class InvokeMethod extends Statement {
  private final FrameworkMethod testMethod;
  private final Object target;

  public InvokeMethod(FrameworkMethod testMethod, Object target) {
    this.testMethod = testMethod;
    this.target = target;
  }

  @Override
  public void evaluate() throws Throwable {
    try {
      testMethod.invokeExplosively(target);
    } catch (Throwable e) {
      OldTests.see(target);
      throw e;
    }
  }
}
