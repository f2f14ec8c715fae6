package spate.selenium;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import org.openqa.selenium.WebDriver;

/**
 * Stores a screenshot and the page source of failed steps in the results, up to a number that fits into an archive.
 */
public final class Failures {
  private static final int MOST = 100;
  private static int kept;
  private static boolean isTold;
  /** The last failed page of this thread. */
  private static final ThreadLocal<Page> last = new ThreadLocal<>();

  private Failures() {}

  public static void keep(WebDriver driver, String label) {
    if (driver != null && areWanted()) {
      keep(List.of(Page.of(driver)), label);
    }
  }

  /** Whether another page would be stored; requesting one from a browser takes time. */
  static synchronized boolean areWanted() {
    if (kept >= MOST && !isTold) {
      isTold = true;
      System.err.println("Screenshots of " + MOST + " failures are stored; no more are taken.");
    }
    return kept < MOST && folder() != null;
  }

  /** The page of the failure being reported on this thread, once; null if there is none. */
  static Page takeLast() {
    Page page = last.get();
    last.remove();
    return page;
  }

  static synchronized void keep(List<Page> pages, String label) {
    if (!pages.isEmpty()) {
      last.set(pages.get(0));
    }
    for (Page page : pages) {
      if (!areWanted()) {
        return;
      }
      new File(folder()).mkdirs();
      String name = String.format("user-%s-%03d-%s", System.getProperty("thread_id", "0"), kept + 1, plain(label));
      boolean hasPicture = write(Paths.get(folder(), name + ".png"), page.picture);
      boolean hasSource = write(Paths.get(folder(), name + ".html"), page.source);
      if (hasPicture || hasSource) {
        kept += 1;
      }
    }
  }

  private static String folder() {
    return System.getProperty("spate.failures");
  }

  private static boolean write(Path path, byte[] bytes) {
    if (bytes.length == 0) {
      return false;
    }
    try {
      Files.write(path, bytes);
      return true;
    } catch (IOException e) {
      System.err.println("Cannot store the page of a failure: " + e);
      return false;
    }
  }

  private static String plain(String label) {
    String text = label == null ? "" : label.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
    return text.isEmpty() ? "page" : text.substring(0, Math.min(40, text.length()));
  }
}
