package spate.gatling;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

import scala.Function1;
import scala.Option;
import scala.collection.AbstractIterator;
import scala.collection.immutable.Map;

/**
 * Rows of a leased file. Feeds take them by {@link LeasedFeed}; a script that iterates over the feeder waits for each
 * row.
 */
public final class LeasedFeeder extends AbstractIterator<Map<String, Object>> {
    private final LeasedFile file;
    private final Option<Function1<Map<String, String>, Map<String, Object>>> conversion;
    private Map<String, Object> ahead;

    LeasedFeeder(LeasedFile file, Option<Function1<Map<String, String>, Map<String, Object>>> conversion) {
        this.file = file;
        this.conversion = conversion;
    }

    LeasedFile file() {
        return file;
    }

    /** The next rows; waits for them. Null if too few are left. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    List<Map<String, Object>> takeRows(int count) {
        List<Map<String, String>> rows = file.takeRows(count);
        if (rows == null) {
            return null;
        }
        List<Map<String, Object>> converted = new ArrayList<>();
        for (Map row : rows) {
            converted.add(conversion.isEmpty() ? row : conversion.get().apply(row));
        }
        return converted;
    }

    @Override
    public synchronized boolean hasNext() {
        if (ahead == null) {
            List<Map<String, Object>> rows = takeRows(1);
            ahead = rows == null ? null : rows.get(0);
        }
        return ahead != null;
    }

    @Override
    public synchronized Map<String, Object> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Map<String, Object> row = ahead;
        ahead = null;
        return row;
    }
}
