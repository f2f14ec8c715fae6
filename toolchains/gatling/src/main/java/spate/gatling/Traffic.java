package spate.gatling;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.gatling.http.client.HttpListener;
import io.gatling.http.client.Request;
import io.gatling.http.client.util.Pair;

/** The HTTP requests under way. Static, because Gatling makes its HTTP clients by itself, out of our reach. */
final class Traffic {
    private static final long POLL_MS = 2;
    private static final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
    private static volatile boolean stopping;

    private Traffic() {
    }

    static boolean isStopping() {
        return stopping;
    }

    /** False when no request may begin any more. */
    static boolean begin(Exchange exchange) {
        underWay.add(exchange);
        if (stopping) {
            underWay.remove(exchange);
            return false;
        }
        return true;
    }

    static void end(Exchange exchange) {
        underWay.remove(exchange);
    }

    static void endAll(Pair<Request, HttpListener>[] requests, int count) {
        for (int i = 0; i < count; i++) {
            if (requests[i].getRight() instanceof Exchange) {
                end((Exchange) requests[i].getRight());
            }
        }
    }

    /** Lets no request begin from now on. */
    static void stop() {
        stopping = true;
    }

    /** True when everything under way has ended in time. */
    static boolean awaitEnd(long patienceMs) throws InterruptedException {
        long endNanos = System.nanoTime() + patienceMs * 1_000_000L;
        while (!underWay.isEmpty()) {
            if (System.nanoTime() > endNanos) {
                return false;
            }
            Thread.sleep(POLL_MS);
        }
        return true;
    }

    /** What is still under way fails, so that it is counted: the target has seen it. */
    static void interrupt() {
        for (Exchange exchange : underWay) {
            exchange.fail(new IOException("The run was stopped before the answer came"));
        }
    }
}
