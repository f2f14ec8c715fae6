package spate.selenium;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Keeps the page of a failed test of JUnit 5 before the test closes its browser. */
public final class KeepFailedPage implements AfterTestExecutionCallback {
  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      Reports.keepPage(context.getTestInstance().orElse(null), context.getRequiredTestMethod().getName());
    }
  }
}
