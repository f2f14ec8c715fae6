package spate.jmeter;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.util.Map;

import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.reporters.ResultCollector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JMeter goes on without a word when its result file can no longer be written (a full disk). Samples that nobody counts
 * would be load without results, so this ends the test then, with an exit code of its own.
 */
final class ResultFileWatch extends Thread {
    static final int EXIT_RESULTS_LOST = 74;
    private static final Logger log = LoggerFactory.getLogger(ResultFileWatch.class);
    private static final long INTERVAL_MS = 1000;
    private static final long STOP_MS = 5000;
    private static volatile PrintWriter writer;

    private ResultFileWatch() {
        super("spate-result-file-watch");
        setDaemon(true);
    }

    static void start(String resultFile) {
        if (resultFile == null) {
            return;
        }
        try {
            writer = writerOf(new File(resultFile).getCanonicalPath());
        } catch (IOException | ReflectiveOperationException e) {
            log.error("The result file cannot be watched", e);
        }
        if (writer == null) {
            // JMeter logs why it could not open the file, and would run without writing any result.
            System.err.println("spate: the result file could not be opened");
            Runtime.getRuntime().halt(EXIT_RESULTS_LOST);
        }
        new ResultFileWatch().start();
    }

    static void checkAtEnd() {
        PrintWriter open = writer;
        if (open != null && open.checkError()) {
            giveUp();
        }
    }

    @Override
    public void run() {
        try {
            while (!writer.checkError()) {
                Thread.sleep(INTERVAL_MS);
            }
            StandardJMeterEngine.stopEngineNow();
            Thread.sleep(STOP_MS);
            giveUp();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void giveUp() {
        System.err.println("spate: the result file could not be written");
        Runtime.getRuntime().halt(EXIT_RESULTS_LOST);
    }

    private static PrintWriter writerOf(String path) throws ReflectiveOperationException {
        Field files = ResultCollector.class.getDeclaredField("files");
        files.setAccessible(true);
        Object entry = ((Map<?, ?>) files.get(null)).get(path);
        if (entry == null) {
            return null;
        }
        Field pw = entry.getClass().getDeclaredField("pw");
        pw.setAccessible(true);
        return (PrintWriter) pw.get(entry);
    }
}
