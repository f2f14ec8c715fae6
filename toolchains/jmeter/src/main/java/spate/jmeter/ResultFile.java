package spate.jmeter;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;

import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/** JMeter's open result file. */
final class ResultFile {
    private final Path path;
    private final Object key;
    private final PrintWriter writer;
    /** The lock that JMeter holds while it closes its files. */
    private final Object closing = Internals.read(ResultCollector.class, null, "LOCK");

    private ResultFile(Path path, PrintWriter writer) throws IOException {
        this.path = path;
        this.key = keyOf(path);
        this.writer = writer;
    }

    /** Null when JMeter could not open the file; its log contains the reason. */
    static ResultFile find(String name) throws IOException {
        Map<?, ?> files = Internals.read(ResultCollector.class, null, "files");
        File file = new File(name).getCanonicalFile();
        Object entry = files.get(file.getPath());
        return entry == null ? null : new ResultFile(file.toPath(), Internals.read(entry.getClass(), entry, "pw"));
    }

    /** Replaces the writer in the listener of this file. Null when JMeter has no test. */
    CountedResults countInFlight(StandardJMeterEngine engine) {
        HashTree test = Internals.read(StandardJMeterEngine.class, engine, "test");
        if (test == null) {
            return null;
        }
        SearchByClass<ResultCollector> search = new SearchByClass<>(ResultCollector.class);
        test.traverse(search);
        CountedResults counted = new CountedResults(writer);
        for (ResultCollector collector : search.getSearchResults()) {
            if (Internals.read(ResultCollector.class, collector, "out") == writer) {
                Internals.write(ResultCollector.class, collector, "out", counted);
            }
        }
        return counted;
    }

    /**
     * Whether results could not be written, or the file was removed or replaced. Holds JMeter's lock: a PrintWriter
     * that is closed between the two steps of checkError would report an error.
     */
    boolean isLost() {
        synchronized (closing) {
            return writer.checkError() || !isInPlace();
        }
    }

    private boolean isInPlace() {
        try {
            return keyOf(path).equals(key);
        } catch (IOException e) {
            return false;
        }
    }

    private static Object keyOf(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }
}
