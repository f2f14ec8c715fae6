/** Clients of Java Requests, by class. */
export const probeSources: Record<string, string> = {
  Lifecycle: `
public class Lifecycle extends AbstractJavaSamplerClient {
  private static final ThreadLocal<Integer> RUNS = ThreadLocal.withInitial(() -> 0);
  private final List<String> steps = new ArrayList<>();
  @Override public Arguments getDefaultParameters() { Arguments all = new Arguments(); all.addArgument("a", "1"); return all; }
  @Override public void setupTest(JavaSamplerContext context) {
    steps.add("setup " + context.getParameter("text") + " on " + Thread.currentThread().getName());
  }
  @Override public SampleResult runTest(JavaSamplerContext context) {
    RUNS.set(RUNS.get() + 1);
    SampleResult result = new SampleResult();
    result.sampleStart();
    steps.add("run " + RUNS.get());
    StringBuilder all = new StringBuilder();
    for (Iterator<String> names = context.getParameterNamesIterator(); names.hasNext();) {
      String name = names.next();
      all.append(name).append('=').append(context.getParameter(name)).append(';');
    }
    all.append(context.getParameter("none", "default")).append(context.containsParameter("text"));
    all.append(context.getIntParameter("number", -1)).append(context.getLongParameter("text", -2L));
    JMeterContext ctx = JMeterContextService.getContext();
    JMeterVariables vars = context.getJMeterVariables();
    all.append(ctx.getThreadNum()).append(ctx.getThread().getThreadName()).append(ctx.getThreadGroup().getName());
    all.append(vars == ctx.getVariables()).append(context.getJMeterProperties() == JMeterUtils.getJMeterProperties());
    vars.put("runs", String.valueOf(RUNS.get()));
    vars.putObject("list", steps);
    vars.remove("gone");
    JMeterUtils.setProperty("of." + Thread.currentThread().getName(), steps.toString());
    all.append(JMeterUtils.getPropDefault("given", "none")).append(vars.get("n")).append(context.getJMeterProperties().getProperty("given"));
    result.setResponseData(all.toString(), "UTF-8");
    result.setDataType(SampleResult.TEXT);
    result.setResponseOK();
    result.sampleEnd();
    getNewLogger().info("done");
    return result;
  }
}`,
  Fields: `
public class Fields implements JavaSamplerClient {
  public void setupTest(JavaSamplerContext context) {}
  public void teardownTest(JavaSamplerContext context) {}
  public Arguments getDefaultParameters() { return null; }
  private static SampleResult sub(String label, boolean ok, String body) {
    SampleResult result = new SampleResult();
    result.setSampleLabel(label);
    result.sampleStart();
    result.setResponseData(body, "UTF-8");
    result.setSuccessful(ok);
    result.setResponseCode(ok ? "200" : "500");
    result.setSentBytes(7);
    result.setHeadersSize(5);
    result.sampleEnd();
    return result;
  }
  public SampleResult runTest(JavaSamplerContext context) {
    String kind = context.getParameter("kind");
    SampleResult result = new SampleResult();
    switch (kind) {
      case "plain": return result;
      case "all":
        result.setSampleLabel("own label");
        result.sampleStart();
        result.setRequestHeaders("a: b");
        result.setResponseHeaders("c: d");
        result.setSamplerData("sent \\u00e4");
        result.setResponseData(new byte[] {(byte) 0xc3, (byte) 0xa4, 0, 1});
        result.setDataEncoding("ISO-8859-1");
        result.setDataType(SampleResult.BINARY);
        result.setContentType("x/y; charset=utf-8");
        result.setResponseCode("299");
        result.setResponseMessage("odd");
        result.setBodySize(1234L);
        result.setHeadersSize(56);
        result.setSentBytes(78);
        result.setSuccessful(true);
        try { result.setURL(new java.net.URL("http://example.com/a?b=c")); } catch (java.net.MalformedURLException e) { throw new IllegalStateException(e); }
        result.sampleEnd();
        return result;
      case "bytes": result.setBytes(99L); result.setSuccessful(true); return result;
      case "typed": result.setEncodingAndType("text/html; charset=UTF-16"); result.setResponseData("\\u20ac", "UTF-16"); return result;
      case "times": result.setStampAndTime(System.currentTimeMillis(), 1500); result.setLatency(700); result.setConnectTime(300); return result;
      case "stops": result.setStopThread(true); return result;
      case "stops test": result.setStopTest(true); return result;
      case "stops test now": result.setStopTestNow(true); return result;
      case "ignored": result.setIgnore(); return result;
      case "renamed":
        result.setSampleLabel("parent");
        result.sampleStart();
        result.addSubResult(sub("one", true, "first"));
        SampleResult inner = sub("two", false, "second");
        inner.addSubResult(sub("deep", true, "third"));
        result.addSubResult(inner);
        result.setSuccessful(true);
        result.sampleEnd();
        return result;
      case "stored":
        result.sampleStart();
        result.addRawSubResult(sub("raw", true, "x"));
        result.storeSubResult(sub("stored", true, "yy"));
        result.setResponseData("parent body", "UTF-8");
        result.sampleEnd();
        return result;
      default: return null;
    }
  }
}`,
  Fails: `
public class Fails extends AbstractJavaSamplerClient {
  @Override public void setupTest(JavaSamplerContext context) {
    if ("setup".equals(context.getParameter("how"))) { throw new IllegalStateException("in setup"); }
  }
  @Override public SampleResult runTest(JavaSamplerContext context) {
    context.getJMeterVariables().put("how", context.getParameter("how"));
    switch (context.getParameter("how")) {
      case "exception": throw new IllegalArgumentException("in run");
      case "error": throw new NoClassDefFoundError("gone");
      case "thread": throw new JMeterStopThreadException("enough");
      case "test": throw new JMeterStopTestException("enough");
      case "test now": throw new JMeterStopTestNowException("enough");
      default: SampleResult result = new SampleResult(); result.setResponseOK(); return result;
    }
  }
}`,
  Members: `
public class Members extends AbstractJavaSamplerClient {
  @Override public SampleResult runTest(JavaSamplerContext context) {
    SampleResult inner = new SampleResult();
    inner.setSampleLabel("inner");
    SampleResult read = new SampleResult();
    read.setSampleLabel("read");
    read.sampleStart();
    read.samplePause();
    read.sampleResume();
    read.connectEnd();
    read.latencyEnd();
    read.setRequestHeaders("a: b");
    read.setResponseHeaders("c: d");
    read.setSamplerData("sent");
    read.setResponseData("body \u00e4", "UTF-8");
    read.setDataType(SampleResult.TEXT);
    read.setContentType("text/plain");
    read.setResponseCodeOK();
    read.setResponseMessageOK();
    read.setSuccessful(true);
    read.setHeadersSize(4);
    read.setSentBytes(3);
    try { read.setURL(new java.net.URL("http://example.com/a?b=c")); } catch (java.net.MalformedURLException e) { throw new IllegalStateException(e); }
    read.sampleEnd();
    read.addRawSubResult(inner);
    boolean isTimed = read.getStartTime() <= read.getEndTime() && read.getTimeStamp() > 0 && read.getTime() >= 0
        && read.getLatency() >= 0 && read.getConnectTime() >= 0 && read.getIdleTime() >= 0
        && read.currentTimeInMillis() >= read.getStartTime();
    SampleResult ended = new SampleResult();
    ended.sampleStart();
    ended.setEndTime(ended.getStartTime() + 5);
    JMeterContext own = context.getJMeterContext();
    own.getVariables().putObject("object", Integer.valueOf(7));
    getNewLogger().debug("running");
    SampleResult result = new SampleResult();
    result.setResponseData(String.join("|", read.getSampleLabel(), read.isSuccessful() + "", read.getResponseCode(),
        read.getResponseMessage(), read.getResponseData().length + "", read.getResponseDataAsString(),
        read.getResponseHeaders(), read.getRequestHeaders(), read.getSamplerData(), read.getDataType(),
        read.getContentType(), read.getBytesAsLong() + "", read.getBodySizeAsLong() + "", read.getHeadersSize() + "",
        read.getSentBytes() + "", read.getUrlAsString(), read.getSubResults().length + "", isTimed + "",
        ended.getTime() + "", own.getVariables().getObject("object") + "", own.getProperties().getProperty("given"),
        new Arguments().getArgumentsAsMap().size() + ""), "UTF-8");
    result.setResponseOK();
    return result;
  }
}`,
  NoClient: 'public class NoClient {}',
  Hidden: `
public class Hidden extends AbstractJavaSamplerClient {
  private Hidden(int value) {}
  @Override public SampleResult runTest(JavaSamplerContext context) { return null; }
}`,
  Ends: `
public class Ends extends AbstractJavaSamplerClient {
  @Override public SampleResult runTest(JavaSamplerContext context) { return new SampleResult(); }
  @Override public void teardownTest(JavaSamplerContext context) {
    String line = Thread.currentThread().getName() + " " + context.getParameter("TestElement.name") + " "
        + JMeterContextService.getContext().getVariables().get("planned") + context.getJMeterVariables().get("own") + "\\n";
    try (java.io.FileWriter file = new java.io.FileWriter(JMeterUtils.getProperty("case.folder") + "/ended.txt", true)) {
      file.write(line);
    } catch (java.io.IOException e) { throw new IllegalStateException(e); }
  }
}`,
  Helper: 'public class Helper { public static String twice(String text) { return text + text; } }',
  Settings: `
public class Settings {
  private final Properties all;
  public Settings(Properties all, String name) { this.all = all; all.setProperty("made", name); }
  public String take(String name) { return String.valueOf(all.remove(name)) + all.getProperty("made"); }
}`,
  TooDeep: `
public class TooDeep extends AbstractJavaSamplerClient {
  @Override public SampleResult runTest(JavaSamplerContext context) {
    SampleResult result = new SampleResult();
    result.setSampleCount(5);
    JMeterContextService.getContext().getEngine();
    return result;
  }
}`,
  Threads: `
public class Threads extends AbstractJavaSamplerClient {
  @Override public SampleResult runTest(JavaSamplerContext context) {
    JMeterVariables vars = context.getJMeterVariables();
    new Thread(() -> vars.put("late", "1")).start();
    return new SampleResult();
  }
}`,
};
