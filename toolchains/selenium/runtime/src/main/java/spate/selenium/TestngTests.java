package spate.selenium;

import java.util.List;
import org.testng.IConfigurationListener;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.TestNG;

/** Test classes of TestNG; each executed method is a sample. */
final class TestngTests implements ITestListener, IConfigurationListener {
  static void run(List<Class<?>> classes) {
    TestNG testng = new TestNG(false);
    testng.setVerbose(0);
    testng.setTestClasses(classes.toArray(new Class<?>[0]));
    testng.addListener(new TestngTests());
    testng.run();
  }

  @Override
  public void onTestSuccess(ITestResult result) {
    report(result, true);
  }

  @Override
  public void onTestFailure(ITestResult result) {
    Reports.keepPage(result.getInstance(), result.getMethod().getMethodName());
    report(result, false);
  }

  @Override
  public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
    report(result, false);
  }

  /** Its tests are skipped, so nothing else reports the failure. */
  @Override
  public void onConfigurationFailure(ITestResult result) {
    Reports.keepPage(result.getInstance(), result.getMethod().getMethodName());
    report(result, false);
  }

  private static void report(ITestResult result, boolean isPassed) {
    String label = Reports.label(result.getTestClass().getName(), result.getMethod().getMethodName());
    long elapsedNs = (System.currentTimeMillis() - result.getStartMillis()) * 1_000_000;
    Reports.ofMethod(label, elapsedNs, isPassed, result.getThrowable());
    SampleLog.endIfAsked();
  }
}
