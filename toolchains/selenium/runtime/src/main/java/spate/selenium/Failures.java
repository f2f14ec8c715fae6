package spate.selenium;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.TakesScreenshot;
import org.openqa.selenium.WebDriver;

/** Keeps a screenshot and the page source of failed steps in the results, up to a number that fits an archive. */
public final class Failures {
  private static final int MOST = 100;
  private static int kept;
  private static boolean isTold;

  private Failures() {}

  /** A browser that cannot be asked any more is passed over without a word. */
  public static synchronized void keep(WebDriver driver, String label) {
    String folder = System.getProperty("spate.failures");
    if (folder == null || driver == null) {
      return;
    }
    if (kept >= MOST) {
      if (!isTold) {
        isTold = true;
        System.err.println("Screenshots of " + MOST + " failures are kept already; no more are.");
      }
      return;
    }
    new File(folder).mkdirs();
    String name = String.format("user-%s-%03d-%s", System.getProperty("thread_id", "0"), kept + 1, plain(label));
    boolean hasPicture = write(Paths.get(folder, name + ".png"), () -> picture(driver));
    boolean hasSource = write(Paths.get(folder, name + ".html"), () -> source(driver));
    if (hasPicture || hasSource) {
      kept += 1;
    }
  }

  private interface Content {
    byte[] get() throws Exception;
  }

  private static boolean write(Path path, Content content) {
    try {
      byte[] bytes = content.get();
      if (bytes != null) {
        Files.write(path, bytes);
        return true;
      }
    } catch (Exception e) {
      // The page is gone, which is why the step failed.
    }
    return false;
  }

  private static byte[] picture(WebDriver driver) {
    return driver instanceof TakesScreenshot ? ((TakesScreenshot) driver).getScreenshotAs(OutputType.BYTES) : null;
  }

  private static byte[] source(WebDriver driver) {
    String source = driver.getPageSource();
    return source == null ? null : source.getBytes(StandardCharsets.UTF_8);
  }

  private static String plain(String label) {
    String text = label == null ? "" : label.replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-|-$", "");
    return text.isEmpty() ? "page" : text.substring(0, Math.min(40, text.length()));
  }
}
