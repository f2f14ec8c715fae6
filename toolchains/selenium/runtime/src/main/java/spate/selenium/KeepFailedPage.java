package spate.selenium;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/** Stores the page of a failed JUnit 5 test before the test closes its browser. */
public final class KeepFailedPage implements AfterTestExecutionCallback, LifecycleMethodExecutionExceptionHandler {
  @Override
  public void afterTestExecution(ExtensionContext context) {
    context.getExecutionException().ifPresent(reason -> keep(context, reason));
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable reason) throws Throwable {
    keep(context, reason);
    throw reason;
  }

  @Override
  public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable reason) throws Throwable {
    keep(context, reason);
    throw reason;
  }

  private static void keep(ExtensionContext context, Throwable reason) {
    if (!(reason instanceof TestAbortedException)) {
      String label = context.getTestMethod().map(method -> method.getName()).orElse(context.getDisplayName());
      Reports.keepPage(context.getTestInstance().orElse(null), label);
    }
  }
}
