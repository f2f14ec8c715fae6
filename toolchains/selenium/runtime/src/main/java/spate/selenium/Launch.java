package spate.selenium;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/** Runs one user's script: `main` and a class, or `junit` or `testng` and the classes with tests. */
public final class Launch {
  private Launch() {}

  public static void main(String[] args) throws Throwable {
    keepOwnSettings();
    List<Class<?>> classes = new ArrayList<>();
    for (String name : Arrays.asList(args).subList(1, args.length)) {
      classes.add(Class.forName(name));
    }
    switch (args[0]) {
      case "junit":
        SampleLog.endOnlyBetweenMethods();
        repeat(() -> JunitTests.run(classes));
        System.exit(0);
        break;
      case "testng":
        SampleLog.endOnlyBetweenMethods();
        repeat(() -> TestngTests.run(classes));
        System.exit(0);
        break;
      default:
        runMain(classes.get(0));
    }
  }

  private static void runMain(Class<?> script) throws Throwable {
    Method main = script.getMethod("main", String[].class);
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) new String[0]);
    } catch (InvocationTargetException e) {
      e.getCause().printStackTrace();
      if (Failures.areWanted()) {
        Failures.keep(Page.allOpen(), script.getSimpleName());
      }
      System.exit(1);
    }
    endUnlessBusy();
  }

  /** Tests run once, or repeatedly when the run has a duration: then the runner ends them. */
  private static void repeat(Runnable tests) {
    do {
      tests.run();
      SampleLog.endIfAsked();
    } while (Integer.getInteger("duration", 0) > 0);
  }

  /** A script may have started threads that continue; threads of an unclosed client are not waited for. */
  private static void endUnlessBusy() {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      boolean isOfClient = thread.getName().matches("(?i).*(okhttp|httpclient|forwarding|external process|driver service|selector|urlchecker|process reaper).*");
      boolean isOfJava = thread.getName().equals("DestroyJavaVM") || thread == Thread.currentThread();
      if (thread.isAlive() && !thread.isDaemon() && !isOfClient && !isOfJava) {
        return;
      }
    }
    System.exit(0);
  }

  /** Scripts written for another machine set the path of a driver; here it is always ours. */
  private static void keepOwnSettings() {
    Properties own = new OwnProperties();
    own.putAll(System.getProperties());
    System.setProperties(own);
  }

  private static final class OwnProperties extends Properties {
    private static final long serialVersionUID = 1L;
    private static final List<String> KEPT =
        Arrays.asList("webdriver.chrome.driver", "webdriver.gecko.driver", "webdriver.firefox.bin");

    @Override
    public synchronized Object setProperty(String name, String value) {
      return put(name, value);
    }

    @Override
    public synchronized Object put(Object name, Object value) {
      if (KEPT.contains(name) && (containsKey(name) || name.equals("webdriver.firefox.bin"))) {
        System.err.println(name + " stays as this node needs it; the script's " + value + " is passed over.");
        return get(name);
      }
      return super.put(name, value);
    }
  }
}
