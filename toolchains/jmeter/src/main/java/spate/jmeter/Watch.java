package spate.jmeter;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.util.Map;

import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks a few times a second whether the test is to stop, and whether its results are still written down. JMeter goes
 * on without a word when its result file cannot be written (a full disk); samples that nobody counts would be load
 * without results, so the test ends then, with an exit code of its own.
 */
final class Watch extends Thread {
    static final int EXIT_RESULTS_LOST = 74;
    private static final Logger log = LoggerFactory.getLogger(Watch.class);
    private static final long INTERVAL_MS = 200;
    private static final long STOP_MS = 5000;
    private static volatile PrintWriter writer;
    private static volatile CountedResults results;

    private final Control control;
    /** Taken before the start: JMeter forgets its engine with the first stop. */
    private final StandardJMeterEngine engine;

    Watch(Control control, String resultFile) {
        super("spate-watch");
        setDaemon(true);
        this.control = control;
        this.engine = read(StandardJMeterEngine.class, null, "engine");
        if (resultFile != null) {
            writer = writerOf(resultFile);
            results = countedResults(engine, writer);
        }
    }

    static void checkAtEnd() {
        if (results != null) {
            results.report();
        }
        if (writer != null && writer.checkError()) {
            giveUp();
        }
    }

    @Override
    public void run() {
        try {
            awaitStop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            log.error("The control file cannot be read; the test goes on without it", e);
        }
    }

    private void awaitStop() throws IOException, InterruptedException {
        while (true) {
            Thread.sleep(INTERVAL_MS);
            if (writer != null && writer.checkError()) {
                engine.stopTest(true);
                Thread.sleep(STOP_MS);
                giveUp();
            }
            Control.Order order = control.read();
            if (order.isStop()) {
                log.info("The service asks to stop");
                engine.stopTest(false);
                Thread.sleep(order.number());
                log.info("Stopping now: threads were still at work");
                if (results != null) {
                    results.breakOff();
                }
                engine.stopTest(true);
                return;
            }
        }
    }

    private static void giveUp() {
        System.err.println("spate: the result file could not be written");
        Runtime.getRuntime().halt(EXIT_RESULTS_LOST);
    }

    private static PrintWriter writerOf(String resultFile) {
        try {
            Map<?, ?> files = read(ResultCollector.class, null, "files");
            Object entry = files.get(new File(resultFile).getCanonicalPath());
            if (entry != null) {
                return read(entry.getClass(), entry, "pw");
            }
        } catch (IOException e) {
            log.error("The result file cannot be found", e);
        }
        // JMeter has logged why it could not open the file, and would run without writing any result.
        System.err.println("spate: the result file could not be opened");
        Runtime.getRuntime().halt(EXIT_RESULTS_LOST);
        return null;
    }

    /** Takes the place of the writer in the listener that writes the result file. */
    private static CountedResults countedResults(StandardJMeterEngine engine, PrintWriter writer) {
        HashTree test = read(StandardJMeterEngine.class, engine, "test");
        if (test == null) {
            return null;
        }
        SearchByClass<ResultCollector> search = new SearchByClass<>(ResultCollector.class);
        test.traverse(search);
        CountedResults counted = new CountedResults(writer);
        for (ResultCollector collector : search.getSearchResults()) {
            if (read(ResultCollector.class, collector, "out") == writer) {
                write(ResultCollector.class, collector, "out", counted);
            }
        }
        return counted;
    }

    private static void write(Class<?> type, Object object, String name, Object value) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            field.set(object, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This is not the JMeter that was expected", e);
        }
    }

    /** JMeter 5.6.3 gives no other way to these. */
    @SuppressWarnings("unchecked")
    private static <T> T read(Class<?> type, Object object, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return (T) field.get(object);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This is not the JMeter that was expected", e);
        }
    }
}
