package spate.jmeter;

import java.io.IOException;

import org.apache.jmeter.engine.StandardJMeterEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls a few times per second for a stop command, and for lost results. JMeter silently continues when its result
 * file cannot be written (a full disk); load without results is useless, so the test then ends with its own exit
 * code.
 */
final class Watch extends Thread {
    static final int EXIT_RESULTS_LOST = 74;
    private static final Logger log = LoggerFactory.getLogger(Watch.class);
    private static final long INTERVAL_MS = 200;
    private static final long STOP_MS = 5000;
    private static volatile ResultFile file;
    private static volatile CountedResults results;

    private final Control control;
    /** Read before the start: JMeter clears its engine on the first stop. */
    private final StandardJMeterEngine engine;

    Watch(Control control, String resultFile) {
        super("spate-watch");
        setDaemon(true);
        this.control = control;
        this.engine = Internals.read(StandardJMeterEngine.class, null, "engine");
        if (resultFile != null) {
            file = open(resultFile);
            results = file.countInFlight(engine);
        }
    }

    static void checkAtEnd() {
        if (results != null) {
            results.report();
        }
        if (areResultsLost()) {
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
            log.error("The control file cannot be read; the test continues without it", e);
        }
    }

    private void awaitStop() throws IOException, InterruptedException {
        while (true) {
            Thread.sleep(INTERVAL_MS);
            if (areResultsLost()) {
                engine.stopTest(true);
                Thread.sleep(STOP_MS);
                giveUp();
            }
            Control.Order order = control.read();
            if (order.isStop()) {
                log.info("Stop requested by the service");
                LeasedRows.stop();
                engine.stopTest(false);
                Thread.sleep(order.number());
                log.info("Stopping now: threads were still running");
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

    private static boolean areResultsLost() {
        return file != null && file.isLost();
    }

    private static ResultFile open(String name) {
        try {
            ResultFile found = ResultFile.find(name);
            if (found != null) {
                return found;
            }
        } catch (IOException e) {
            log.error("The result file cannot be found", e);
        }
        // JMeter has logged why it could not open the file, and would run without writing results.
        System.err.println("spate: the result file could not be opened");
        Runtime.getRuntime().halt(EXIT_RESULTS_LOST);
        return null;
    }
}
