package spate.selenium;

import java.io.File;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.json.simple.JSONObject;
import org.json.simple.JSONValue;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.TakesScreenshot;
import org.openqa.selenium.WebDriver;

/** State of a browser at one time: URL, screenshot and source, as far as the browser provides them. */
final class Page {
  private static final int CONNECT_MS = 2_000;
  private static final int READ_MS = 10_000;

  final String url;
  final byte[] picture;
  final byte[] source;

  private Page(byte[] url, byte[] picture, byte[] source) {
    this.url = new String(url, StandardCharsets.UTF_8);
    this.picture = picture;
    this.source = source;
  }

  static Page of(WebDriver driver) {
    return new Page(
        get(() -> bytes(driver.getCurrentUrl())),
        get(() -> driver instanceof TakesScreenshot ? ((TakesScreenshot) driver).getScreenshotAs(OutputType.BYTES) : null),
        get(() -> bytes(driver.getPageSource())));
  }

  /**
   * Pages of all open browsers of this user, wherever the script references them: the runner writes a file per
   * session, with the port of its driver.
   */
  static List<Page> allOpen() {
    List<Page> pages = new ArrayList<>();
    String folder = System.getProperty("spate.sessions");
    String[] sessions = folder == null ? null : new File(folder).list();
    for (String session : sessions == null ? new String[0] : sorted(sessions)) {
      String port = new String(get(() -> Files.readAllBytes(new File(folder, session).toPath())), StandardCharsets.UTF_8);
      String address = "http://127.0.0.1:" + port + "/session/" + session;
      pages.add(
          new Page(
              get(() -> bytes(ask(address + "/url"))),
              get(() -> Base64.getMimeDecoder().decode(ask(address + "/screenshot"))),
              get(() -> bytes(ask(address + "/source")))));
    }
    return pages;
  }

  private interface Content {
    byte[] get() throws Exception;
  }

  /** An unresponsive browser is ignored: it is why the step failed. */
  private static byte[] get(Content content) {
    try {
      byte[] bytes = content.get();
      return bytes == null ? new byte[0] : bytes;
    } catch (Exception e) {
      return new byte[0];
    }
  }

  private static String ask(String address) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) new URL(address).openConnection(java.net.Proxy.NO_PROXY);
    connection.setConnectTimeout(CONNECT_MS);
    connection.setReadTimeout(READ_MS);
    try (InputStream body = connection.getInputStream()) {
      Object answer = JSONValue.parse(new String(body.readAllBytes(), StandardCharsets.UTF_8));
      return (String) ((JSONObject) answer).get("value");
    }
  }

  private static byte[] bytes(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  private static String[] sorted(String[] names) {
    Arrays.sort(names);
    return names;
  }
}
