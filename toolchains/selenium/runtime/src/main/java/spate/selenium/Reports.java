package spate.selenium;

import java.lang.reflect.Field;
import java.util.List;
import org.openqa.selenium.WebDriver;

/** Common code for all kinds of test classes. */
final class Reports {
  private Reports() {}

  static String label(String className, String method) {
    return className.substring(className.lastIndexOf('.') + 1) + "." + method;
  }

  static void ofMethod(String label, long elapsedNs, boolean isPassed, Throwable reason) {
    if (reason != null) {
      reason.printStackTrace();
    }
    String code = isPassed ? "200" : "500";
    SampleLog.report(label, elapsedNs / 1e6, 0, isPassed, code, isPassed ? "" : firstLine(reason), reason);
  }

  static void keepPage(Object test, String label) {
    Failures.keep(pagesOf(test), label);
  }

  /** The page of the first browser in a field of the test, else those of all open browsers. */
  static List<Page> pagesOf(Object test) {
    if (!Failures.areWanted()) {
      return List.of();
    }
    for (Class<?> type = test == null ? null : test.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        WebDriver driver = WebDriver.class.isAssignableFrom(field.getType()) ? driverIn(field, test) : null;
        if (driver != null) {
          return List.of(Page.of(driver));
        }
      }
    }
    return Page.allOpen();
  }

  private static WebDriver driverIn(Field field, Object test) {
    try {
      field.setAccessible(true);
      return (WebDriver) field.get(test);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  static String firstLine(Throwable reason) {
    String text = reason == null ? "" : reason.toString().trim();
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end).trim();
    return line.isEmpty() ? "The test failed without a reason." : line;
  }
}
