package spate.selenium;

import java.util.List;

/**
 * The pages that a test of JUnit 4 leaves when something in it throws, seen before the test closes its browser. Whether
 * the test failed is known only later: it may have expected just that. Such tests run one after another.
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

  /** Called by the statements of JUnit 4 in this jar. */
  public static void see(Object test) {
    Object then = current();
    List<Page> pages = Reports.pagesOf(test);
    synchronized (OldTests.class) {
      // A test that ran out of time may end while the next one runs already.
      if (then == current) {
        seen = pages;
      }
    }
  }

  private static synchronized Object current() {
    return current;
  }
}
