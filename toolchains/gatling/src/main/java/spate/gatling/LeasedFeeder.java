package spate.gatling;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import scala.Function1;
import scala.Option;
import scala.collection.AbstractIterator;
import scala.collection.immutable.Map;

/** Rows of a leased file, for Gatling's feeds. */
public final class LeasedFeeder extends AbstractIterator<Map<String, Object>> {
    private final LeasedFile file;
    private final Option<Function1<Map<String, String>, Map<String, Object>>> conversion;
    private final Queue<Map<String, String>> reserved = new ConcurrentLinkedQueue<>();
    private volatile RuntimeException failure;

    LeasedFeeder(LeasedFile file, Option<Function1<Map<String, String>, Map<String, Object>>> conversion) {
        this.file = file;
        this.conversion = conversion;
    }

    LeasedFile file() {
        return file;
    }

    /** Reads rows for the next calls; waits for them. False if there are too few left. */
    boolean reserve(int count) {
        for (int i = 0; i < count; i++) {
            Map<String, String> row = file.next();
            if (row == null) {
                return false;
            }
            reserved.add(row);
        }
        return true;
    }

    /** The next call throws it. */
    void fail(RuntimeException reason) {
        failure = reason;
    }

    /** Waits only if no row was reserved: a script may iterate by itself. */
    @Override
    public boolean hasNext() {
        if (failure != null) {
            throw failure;
        }
        return !reserved.isEmpty() || reserve(1);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Map<String, Object> next() {
        Map row = reserved.remove();
        return conversion.isEmpty() ? row : conversion.get().apply(row);
    }
}
