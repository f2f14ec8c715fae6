package spate.selenium;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import org.openqa.selenium.WebDriver;

/** Keeps a screenshot and the page source of failed steps in the results, up to a number that fits an archive. */
public final class Failures {
  private static final int MOST = 100;
  private static int kept;
  private static boolean isTold;
  /** The last page that failed on this thread. */
  private static final ThreadLocal<Page> last = new ThreadLocal<>();

  private Failures() {}

  public static void keep(WebDriver driver, String label) {
    if (driver != null && areWanted()) {
      keep(List.of(Page.of(driver)), label);
    }
  }

  /** Whether another page would be kept; asking browsers for one takes time. */
  static synchronized boolean areWanted() {
    if (kept >= MOST && !isTold) {
      isTold = true;
      System.err.println("Screenshots of " + MOST + " failures are kept already; no more are.");
    }
    return kept < MOST && folder() != null;
  }

  /** The page of the failure that is being reported on this thread, once; null without one. */
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
      System.err.println("The page of a failure could not be kept: " + e);
      return false;
    }
  }

  private static String plain(String label) {
    String text = label == null ? "" : label.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
    return text.isEmpty() ? "page" : text.substring(0, Math.min(40, text.length()));
  }
}
