import com.blazemeter.jmeter.threads.arrivals.ArrivalsThreadGroup;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.assertions.AssertionResult;
import org.apache.jmeter.control.ReplaceableController;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.gui.tree.JMeterTreeModel;
import org.apache.jmeter.gui.tree.JMeterTreeNode;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.services.FileServer;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jmeter.util.SSLManager;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * Runs many small plans in one JVM and tells what each of their samples was, as JSON lines. It is what our own engine is
 * compared with.
 */
public final class Oracle {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final char MARK = '\u0001';
    private static PrintStream out;

    public static void main(String[] args) throws Exception {
        out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true, "UTF-8");
        System.setOut(System.err);
        String home = args[0];
        // The HTTP client names it in each request; what is recorded must not depend on the machine's Java.
        System.setProperty("java.version", args[1]);
        JMeterUtils.setJMeterHome(home);
        JMeterUtils.loadJMeterProperties(home + "/bin/jmeter.properties");
        JMeterUtils.initLocale();
        SaveService.loadProperties();
        Properties pristine = (Properties) JMeterUtils.getJMeterProperties().clone();
        say(JSON.createObjectNode().put("ready", true));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode order = JSON.readTree(line);
            JMeterUtils.getJMeterProperties().clear();
            JMeterUtils.getJMeterProperties().putAll(pristine);
            order.path("properties").fields().forEachRemaining(
                    each -> JMeterUtils.getJMeterProperties().setProperty(each.getKey(), each.getValue().asText()));
            JsonNode system = order.path("systemProperties");
            setSystemProperties(system, true);
            ObjectNode done = JSON.createObjectNode().put("id", order.path("id").asInt()).put("done", true);
            try {
                run(order);
            } catch (Throwable e) {
                done.put("error", e.toString());
            }
            setSystemProperties(system, false);
            say(done);
        }
        System.exit(0);
    }

    /** What JMeter has made of others goes with them. */
    private static void setSystemProperties(JsonNode properties, boolean areSet) {
        if (properties.isEmpty()) {
            return;
        }
        properties.fields().forEachRemaining(each -> {
            if (areSet) {
                System.setProperty(each.getKey(), each.getValue().asText());
            } else {
                System.clearProperty(each.getKey());
            }
        });
        SSLManager.reset();
    }

    private static void run(JsonNode order) throws Throwable {
        File plan = new File(order.path("plan").asText());
        FileServer.getFileServer().resetBase();
        FileServer.getFileServer().setBaseForScript(plan);
        HashTree tree = SaveService.loadTree(plan);
        tree = replaceControllers(tree);
        tree.add(tree.getArray()[0], new Recorder(order.path("id").asInt()));
        StandardJMeterEngine engine = new StandardJMeterEngine();
        engine.configure(tree);
        // As in earnest a run has a thread of its own, which knows nothing of the plan before it.
        Thread thread = new Thread(engine, "StandardJMeterEngine");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        thread.setUncaughtExceptionHandler((same, error) -> failure.set(error));
        thread.start();
        SearchByClass<ArrivalsThreadGroup> arrivals = new SearchByClass<>(ArrivalsThreadGroup.class);
        tree.traverse(arrivals);
        do {
            for (ArrivalsThreadGroup group : arrivals.getSearchResults()) {
                repeatWakeUps(group);
            }
            thread.join(arrivals.getSearchResults().isEmpty() ? 0 : 50);
        } while (thread.isAlive());
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    /**
     * The plugin loses a wake-up that comes before its thread waits, and that thread then waits for ever. So wake-ups that
     * were due are repeated: of the start by the first arrival, of users released from the pool, and of the pool by the end.
     */
    private static void repeatWakeUps(ArrivalsThreadGroup group) throws Exception {
        if (((AtomicLong) valueOf(group, "arrivalsCount")).get() > 0) {
            wake(group);
        }
        ((Collection<?>) valueOf(group, "threads")).forEach(Oracle::wake);
        if (!(Boolean) valueOf(group, "running")) {
            ((Collection<?>) valueOf(group, "poolThreads")).forEach(Oracle::wake);
        }
    }

    private static void wake(Object waiting) {
        synchronized (waiting) {
            waiting.notifyAll();
        }
    }

    private static Object valueOf(ArrivalsThreadGroup group, String name) throws Exception {
        for (Class<?> type = group.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field.get(group);
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    /** As JMeter does without a window: modules and includes become what they point at, disabled elements go. */
    @SuppressWarnings("deprecation")
    private static HashTree replaceControllers(HashTree tree) throws Exception {
        JMeterTreeModel model = new JMeterTreeModel(new Object());
        JMeterTreeNode root = (JMeterTreeNode) model.getRoot();
        model.addSubTree(tree, root);
        SearchByClass<ReplaceableController> search = new SearchByClass<>(ReplaceableController.class);
        tree.traverse(search);
        for (ReplaceableController each : search.getSearchResults()) {
            each.resolveReplacementSubTree(root);
        }
        return JMeter.convertSubTree(tree, true);
    }

    private static synchronized void say(ObjectNode node) throws Exception {
        out.println(MARK + JSON.writeValueAsString(node));
    }

    /** Told of every sample, in the thread that made it. */
    public static final class Recorder extends AbstractTestElement implements SampleListener, NoThreadClone {
        private static final long serialVersionUID = 1L;
        private final int id;

        public Recorder() {
            this(0);
        }

        Recorder(int id) {
            this.id = id;
        }

        @Override
        public void sampleOccurred(SampleEvent event) {
            ObjectNode node = JSON.createObjectNode().put("id", id);
            node.put("isTransaction", event.isTransactionSampleEvent());
            node.set("sample", describe(event.getResult()));
            ObjectNode variables = node.putObject("variables");
            Map<String, Object> sorted = new TreeMap<>();
            JMeterContextService.getContext().getVariables().entrySet()
                    .forEach(each -> sorted.put(each.getKey(), each.getValue()));
            sorted.forEach((key, value) -> {
                if (value instanceof String || value instanceof Number) {
                    variables.put(key, value.toString());
                }
            });
            try {
                say(node);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void sampleStarted(SampleEvent event) {
        }

        @Override
        public void sampleStopped(SampleEvent event) {
        }
    }

    private static ObjectNode describe(SampleResult result) {
        ObjectNode node = JSON.createObjectNode();
        node.put("label", result.getSampleLabel());
        node.put("code", result.getResponseCode());
        node.put("message", result.getResponseMessage());
        node.put("success", result.isSuccessful());
        node.put("dataType", result.getDataType());
        node.put("contentType", result.getContentType());
        node.put("encoding", result.getDataEncodingNoDefault());
        node.put("thread", result.getThreadName());
        node.put("groupThreads", result.getGroupThreads());
        node.put("allThreads", result.getAllThreads());
        node.put("bytes", result.getBytesAsLong());
        node.put("headerBytes", result.getHeadersSize());
        node.put("bodyBytes", result.getBodySizeAsLong());
        node.put("sentBytes", result.getSentBytes());
        node.put("start", result.getStartTime());
        node.put("end", result.getEndTime());
        node.put("elapsed", result.getTime());
        node.put("idle", result.getIdleTime());
        node.put("latency", result.getLatency());
        node.put("connect", result.getConnectTime());
        node.put("url", result.getUrlAsString());
        node.put("requestHeaders", result.getRequestHeaders());
        node.put("responseHeaders", result.getResponseHeaders());
        node.put("samplerData", result.getSamplerData());
        node.put("body", result.getResponseDataAsString());
        ArrayNode assertions = node.putArray("assertions");
        for (AssertionResult assertion : result.getAssertionResults()) {
            assertions.addObject()
                    .put("name", assertion.getName())
                    .put("failure", assertion.isFailure())
                    .put("error", assertion.isError())
                    .put("message", assertion.getFailureMessage());
        }
        ArrayNode children = node.putArray("children");
        for (SampleResult child : result.getSubResults()) {
            children.add(describe(child));
        }
        return node;
    }
}
