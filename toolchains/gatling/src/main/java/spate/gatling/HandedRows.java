package spate.gatling;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import scala.collection.AbstractIterator;
import scala.collection.immutable.Map;

/**
 * The rows that {@link LeasedFeed} has passed to Gatling's feed. Never reads the file: Gatling checks for one more
 * row than it needs.
 */
public final class HandedRows extends AbstractIterator<Map<String, Object>> {
    private final Queue<Map<String, Object>> rows = new ConcurrentLinkedQueue<>();
    private volatile RuntimeException failure;

    void add(List<Map<String, Object>> more) {
        rows.addAll(more);
    }

    /** The next call throws the exception. */
    void fail(RuntimeException reason) {
        failure = reason;
    }

    @Override
    public boolean hasNext() {
        if (failure != null) {
            throw failure;
        }
        return !rows.isEmpty();
    }

    @Override
    public Map<String, Object> next() {
        return rows.remove();
    }
}
