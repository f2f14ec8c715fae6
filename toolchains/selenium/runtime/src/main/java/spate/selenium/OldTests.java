package spate.selenium;

import java.util.List;

/**
 * Pages of a JUnit 4 test at the time of an exception, read before the test closes its browser. Whether the test has
 * failed is known only later: the exception may be expected. Such tests run sequentially.
 */
public final class OldTests {
  private static Object current = new Object();
  private static List<Page> seen = List.of();

  private OldTests() {}

  static synchronized void begin() {
    current = new Object();
    seen = List.of();
  }

  static synchronized void keepSeen(String label) {
    Failures.keep(seen, label);
    seen = List.of();
  }

  /** Called by the JUnit 4 statements in this jar. */
  public static void see(Object test) {
    Object then = current();
    List<Page> pages = Reports.pagesOf(test);
    synchronized (OldTests.class) {
      // A timed-out test may end after the next one has started.
      if (then == current) {
        seen = pages;
      }
    }
  }

  private static synchronized Object current() {
    return current;
  }
}
