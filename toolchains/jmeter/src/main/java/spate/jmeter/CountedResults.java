package spate.jmeter;

import java.io.PrintWriter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.threads.JMeterContextService;

/**
 * The result file, without what was in flight when the test was broken off: an interrupted request says nothing about the
 * target, so it is counted apart and not written as a failed sample. Lines are written by the thread that sampled.
 */
final class CountedResults extends PrintWriter {
    private final PrintWriter results;
    private final Set<SampleResult> inFlight = Collections.newSetFromMap(new IdentityHashMap<>());
    private volatile long brokenOffAt;
    private long oldestMs;

    CountedResults(PrintWriter results) {
        super(results);
        this.results = results;
    }

    void breakOff() {
        brokenOffAt = System.currentTimeMillis();
    }

    @Override
    public void println(String line) {
        if (brokenOffAt == 0 || !wasInFlight()) {
            results.println(line);
        }
    }

    /** Also true for the transactions around such a request. */
    private boolean wasInFlight() {
        SampleResult sample = JMeterContextService.getContext().getPreviousResult();
        if (sample == null || sample.getStartTime() > brokenOffAt || sample.getEndTime() < brokenOffAt) {
            return false;
        }
        synchronized (inFlight) {
            inFlight.add(sample);
            oldestMs = Math.max(oldestMs, brokenOffAt - sample.getStartTime());
        }
        return true;
    }

    void report() {
        synchronized (inFlight) {
            if (!inFlight.isEmpty()) {
                System.out.println("spate: in flight " + inFlight.size() + " " + oldestMs);
            }
        }
    }
}
