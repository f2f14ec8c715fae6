package spate.selenium;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * Appends the first failures of each label and error to a file shared by all users of a node, one JSON object per
 * line. The names and limits are those of src/domain/error-sample.ts. WebDriver exposes no requests, so the page
 * source replaces the response body.
 */
final class ErrorSamples {
  private static final int PER_ERROR = 3;
  private static final int MAX_KINDS = 20;
  private static final int MAX_TEXT = 16_384;
  private static final int MAX_BODY = 65_536;
  private static final Map<String, Integer> counts = new HashMap<>();

  private ErrorSamples() {}

  /** Page and reason may be null. Never throws: the failure itself is counted. */
  static synchronized void add(
      String label,
      long startedAtMs,
      double elapsedMs,
      double latencyMs,
      String code,
      String message,
      Page page,
      Throwable reason) {
    String path = System.getProperty("spate.errors");
    String kind = label + '\n' + code + '\n' + message;
    int count = counts.getOrDefault(kind, 0);
    if (path == null || count >= PER_ERROR || (count == 0 && counts.size() >= MAX_KINDS)) {
      return;
    }
    counts.put(kind, count + 1);
    String source = page == null ? "" : new String(page.source, StandardCharsets.UTF_8);
    String line =
        "{\"label\":" + SampleLog.quote(label, MAX_TEXT)
            + ",\"code\":" + SampleLog.quote(code, MAX_TEXT)
            + ",\"message\":" + SampleLog.quote(message, MAX_TEXT)
            + ",\"startedAtMs\":" + startedAtMs
            + ",\"elapsedMs\":" + milliseconds(elapsedMs)
            + ",\"latencyMs\":" + milliseconds(latencyMs)
            + ",\"connectMs\":0,\"url\":" + SampleLog.quote(page == null ? "" : page.url, MAX_TEXT)
            + ",\"requestHead\":\"\",\"requestBody\":\"\",\"responseHead\":\"\",\"responseBody\":"
            + SampleLog.quote(source, MAX_BODY)
            + ",\"responseBytes\":" + (page == null ? 0 : page.source.length)
            + ",\"details\":" + SampleLog.quote(stackOf(reason), MAX_TEXT)
            + "}\n";
    try {
      Files.write(
          Paths.get(path),
          line.getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      System.err.println("A failed sample is not recorded: " + e);
    }
  }

  private static double milliseconds(double ms) {
    return ms > 0 && ms < 1e12 ? ms : 0;
  }

  private static String stackOf(Throwable reason) {
    if (reason == null) {
      return "";
    }
    StringWriter text = new StringWriter();
    reason.printStackTrace(new PrintWriter(text, true));
    return text.toString().trim();
  }
}
