package io.flood.selenium;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import spate.selenium.Failures;
import spate.selenium.SampleLog;

/**
 * API by which scripts report transactions: the same public methods as in the hosted service, reimplemented. Each
 * transaction is one sample. Reporting a pass throws when the browser does not respond; reporting a failure never
 * does.
 */
public class FloodSump {
  private static final long MARK_TIMEOUT_MS = 30_000;
  private static final long MARK_POLL_MS = 100;
  private static final String TIMING =
      "var t = window.performance && window.performance.timing;"
          + " return t ? [t.navigationStart, t.responseStart, t.loadEventEnd, document.readyState] : [0, 0, 0, ''];";
  private String transactionName;

  public FloodSump() {}

  /** The size was never used. */
  public FloodSump(int width, int height) {}

  public void started() {
    System.out.println("reporting transactions of " + getValueOrDefault("FLOOD_SUMP_NAME", "results"));
  }

  public void finished() {}

  public void flushSamples() {}

  /** Sets the name for webdriver_exception. */
  public void start_transaction(String name) {
    transactionName = name;
  }

  public void passed_transaction(WebDriver driver) {
    passed_transaction(driver, titleOf(driver));
  }

  public void passed_transaction(WebDriver driver, String label) {
    passed_transaction(driver, label, 200);
  }

  public void passed_transaction(WebDriver driver, String label, Integer responseCode) {
    passed_transaction(driver, label, responseCode, null);
  }

  public void passed_transaction(WebDriver driver, String label, Integer responseCode, Double responseTimeMs) {
    transaction(driver, label, "true", responseCode, responseTimeMs, null);
  }

  public void failed_transaction(WebDriver driver) {
    failed_transaction(driver, 500);
  }

  public void failed_transaction(WebDriver driver, Integer responseCode) {
    failed_transaction(driver, titleIfAny(driver), responseCode);
  }

  public void failed_transaction(WebDriver driver, String label, Integer responseCode) {
    failed_transaction(driver, label, responseCode, null);
  }

  public void failed_transaction(WebDriver driver, String label, Integer responseCode, Double responseTimeMs) {
    transaction(driver, label, "false", responseCode, responseTimeMs, null);
  }

  public void webdriver_exception(WebDriver driver, WebDriverException exception) {
    String label = transactionName == null ? titleIfAny(driver) : transactionName;
    transaction(driver, label, "false", 0, null, exception);
  }

  /** Waits for a User Timing mark; its response time is the time from the start of the page to the mark. */
  public void get_mark(WebDriver driver, String mark) {
    timed(driver, mark, "mark", "startTime");
  }

  /** Waits for a User Timing measure; its response time is its duration. */
  public void get_measure(WebDriver driver, String measure) {
    timed(driver, measure, "measure", "duration");
  }

  public void transaction(
      WebDriver driver, String label, String successful, Integer responseCode, Double responseTimeMs) {
    transaction(driver, label, successful, responseCode, responseTimeMs, null);
  }

  public void transaction(
      WebDriver driver,
      String label,
      String successful,
      Integer responseCode,
      Double responseTimeMs,
      WebDriverException exception) {
    boolean isPassed = Boolean.parseBoolean(successful) && exception == null;
    double[] page = isPassed ? timingOf(driver) : timingIfAny(driver);
    double elapsedMs = responseTimeMs == null ? page[0] : Math.round(responseTimeMs);
    String name = label == null ? "" : label;
    if (!isPassed) {
      Failures.keep(driver, name);
    }
    String code = responseCode == null ? "" : String.valueOf(responseCode);
    String message = isPassed ? "" : reason(driver, exception);
    SampleLog.report(name, elapsedMs, page[1], isPassed, code, message, exception);
  }

  /** Number of users on this node that have reported and still run. */
  public String numberOfBrowsers() {
    return String.valueOf(SampleLog.activeUsers());
  }

  /** The text as gzip in Base64, in double quotes. */
  public static String compressString(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return '"' + Base64.getEncoder().encodeToString(bytes.toByteArray()) + '"';
  }

  /** The environment variable, or the default if it is not set. */
  public String getValueOrDefault(String name, String otherwise) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? otherwise : value;
  }

  private void timed(WebDriver driver, String name, String type, String field) {
    long endMs = System.currentTimeMillis() + MARK_TIMEOUT_MS;
    for (;;) {
      Double value = entryOf(driver, name, type, field);
      if (value != null) {
        passed_transaction(driver, name, 200, value);
        return;
      }
      if (System.currentTimeMillis() >= endMs) {
        failed_transaction(driver, name, 500);
        return;
      }
      try {
        Thread.sleep(MARK_POLL_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static Double entryOf(WebDriver driver, String name, String type, String field) {
    String script =
        "var found = window.performance.getEntriesByName(arguments[0], arguments[1]);"
            + " return found.length === 0 ? null : found[found.length - 1][arguments[2]];";
    Object value = ((JavascriptExecutor) driver).executeScript(script, name, type, field);
    return value instanceof Number ? Double.valueOf(((Number) value).doubleValue()) : null;
  }

  /** Response time and latency of the current page. */
  private static double[] timingOf(WebDriver driver) {
    double[] timing = new double[] {0, 0};
    for (int attempt = 0; attempt < 5; attempt++) {
      List<?> values = (List<?>) ((JavascriptExecutor) driver).executeScript(TIMING);
      double startedAt = number(values.get(0));
      timing[0] = Math.max(0, number(values.get(2)) - startedAt);
      timing[1] = Math.max(0, number(values.get(1)) - startedAt);
      // The page is complete shortly before the end of its load event is recorded.
      if (number(values.get(2)) > 0 || !"complete".equals(values.get(3))) {
        break;
      }
    }
    return timing;
  }

  private static double[] timingIfAny(WebDriver driver) {
    try {
      return timingOf(driver);
    } catch (RuntimeException e) {
      return new double[] {0, 0};
    }
  }

  private static double number(Object value) {
    return value instanceof Number ? ((Number) value).doubleValue() : 0;
  }

  private static String titleOf(WebDriver driver) {
    String title = driver.getTitle();
    return title == null || title.isEmpty() ? driver.getCurrentUrl().replaceAll("[?#].*", "") : title;
  }

  private String titleIfAny(WebDriver driver) {
    try {
      return titleOf(driver);
    } catch (RuntimeException e) {
      return transactionName == null ? "page unknown" : transactionName;
    }
  }

  private String reason(WebDriver driver, WebDriverException exception) {
    if (exception == null) {
      return "The script reported a failure on the page \"" + titleIfAny(driver) + "\".";
    }
    String message = exception.getMessage() == null ? "" : exception.getMessage().trim();
    return (exception.getClass().getSimpleName() + ": " + message.split("\n")[0]).trim();
  }
}
