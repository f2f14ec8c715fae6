package spate.selenium;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Test classes of JUnit 4 and 5; each executed method is a sample. */
final class JunitTests implements TestExecutionListener {
  private final Map<String, Long> startedAtNs = new ConcurrentHashMap<>();

  static void run(List<Class<?>> classes) {
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true");
    for (Class<?> tests : classes) {
      request.selectors(DiscoverySelectors.selectClass(tests));
    }
    LauncherFactory.create().execute(request.build(), new JunitTests());
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    OldTests.begin();
    startedAtNs.put(test.getUniqueId(), System.nanoTime());
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean isPassed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    Long startedAt = startedAtNs.remove(test.getUniqueId());
    boolean wasSkipped = result.getStatus() == TestExecutionResult.Status.ABORTED;
    // Containers are reported only on failure: then their tests did not run.
    if (wasSkipped || startedAt == null || (isPassed && !test.isTest())) {
      return;
    }
    if (!isPassed) {
      OldTests.keepSeen(methodName(test));
    }
    Throwable reason = result.getThrowable().orElse(null);
    Reports.ofMethod(label(test), System.nanoTime() - startedAt, isPassed, reason);
    SampleLog.endIfAsked();
  }

  private static String methodName(TestIdentifier test) {
    TestSource source = test.getSource().orElse(null);
    return source instanceof MethodSource ? ((MethodSource) source).getMethodName() : test.getDisplayName();
  }

  private static String label(TestIdentifier test) {
    TestSource source = test.getSource().orElse(null);
    if (source instanceof MethodSource) {
      MethodSource method = (MethodSource) source;
      return Reports.label(method.getClassName(), method.getMethodName());
    }
    return test.getDisplayName();
  }
}
