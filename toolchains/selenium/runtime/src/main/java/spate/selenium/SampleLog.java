package spate.selenium;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;

/**
 * The sample log shared by all users of a node: one line per sample, each appended by a single write. Without a path
 * from the node's runner (a script run elsewhere), samples are printed instead.
 */
public final class SampleLog {
  private static final int EXIT_RESULTS_LOST = 74;
  private static final int LONGEST_LABEL = 1000;
  private static final int LONGEST_MESSAGE = 2000;

  private static FileChannel channel;
  private static boolean isActive;
  private static volatile boolean endsAfterReport = true;

  private SampleLog() {}

  /** Test classes end after a whole method. */
  static void endOnlyBetweenMethods() {
    endsAfterReport = false;
  }

  /**
   * Writes a sample that ends now; the reason of a failure may be null. After a stop request, the script ends right
   * after it.
   */
  public static void report(
      String label,
      double elapsedMs,
      double latencyMs,
      boolean isPassed,
      String code,
      String message,
      Throwable reason) {
    long startedAtMs = write(label, elapsedMs, latencyMs, isPassed, code, message);
    Page page = Failures.takeLast();
    if (!isPassed) {
      ErrorSamples.add(label, startedAtMs, elapsedMs, latencyMs, code, message, page, reason);
    }
    if (endsAfterReport) {
      endIfAsked();
    }
  }

  /** Ends this user if the runner has requested it. */
  static void endIfAsked() {
    String stop = System.getProperty("spate.stop");
    if (stop != null && new File(stop).exists()) {
      System.exit(0);
    }
  }

  /** Number of users of this node that have reported and still run. */
  public static int activeUsers() {
    String[] names = users() == null ? null : new File(users()).list();
    return names == null ? 1 : Math.max(1, names.length);
  }

  private static synchronized long write(
      String label, double elapsedMs, double latencyMs, boolean isPassed, String code, String message) {
    String path = System.getProperty("spate.samples");
    try {
      becomeActive();
      long elapsedUs = microseconds(elapsedMs);
      long startedAtMs = System.currentTimeMillis() - elapsedUs / 1000;
      String line =
          "[" + quote(label, LONGEST_LABEL)
              + "," + startedAtMs
              + "," + elapsedUs
              + "," + microseconds(latencyMs)
              + ",0," + (isPassed ? 1 : 0)
              + "," + quote(code, LONGEST_LABEL)
              + "," + quote(isPassed ? "" : message, LONGEST_MESSAGE)
              + ",0,0," + activeUsers() + "]\n";
      if (path == null) {
        System.out.print(line);
        return startedAtMs;
      }
      if (channel == null) {
        channel =
            FileChannel.open(
                Paths.get(path), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
      }
      ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
      channel.write(bytes);
      if (bytes.hasRemaining()) {
        throw new IOException("only a part of it could be written");
      }
      return startedAtMs;
    } catch (IOException | RuntimeException e) {
      System.err.println("A sample could not be written to the sample log: " + e);
      Runtime.getRuntime().halt(EXIT_RESULTS_LOST);
      return 0;
    }
  }

  private static String users() {
    return System.getProperty("spate.users");
  }

  private static void becomeActive() throws IOException {
    if (!isActive && users() != null) {
      Path mark = Paths.get(users(), System.getProperty("thread_id", "0"));
      if (!Files.exists(mark)) {
        Files.createFile(mark);
      }
    }
    isActive = true;
  }

  private static long microseconds(double ms) {
    return ms > 0 && ms < 1e12 ? Math.round(ms * 1000) : 0;
  }

  static String quote(String text, int longest) {
    String whole = text == null ? "" : text;
    String kept = whole.length() > longest ? whole.substring(0, longest) : whole;
    StringBuilder quoted = new StringBuilder(kept.length() + 2).append('"');
    for (char c : kept.toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < 0x20 || c == 0x2028 || c == 0x2029 || Character.isSurrogate(c)) {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
