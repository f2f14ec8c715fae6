package spate.gatling;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.gatling.http.client.HttpListener;
import io.gatling.http.client.Request;
import io.gatling.http.client.util.Pair;

/** The HTTP requests in flight. Static, because Gatling creates its HTTP clients internally. */
final class Traffic {
    private static final long POLL_MS = 2;
    private static final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
    private static volatile boolean stopping;

    private Traffic() {
    }

    static boolean isStopping() {
        return stopping;
    }

    /** False when no further request may start. */
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

    /** Prevents further requests. */
    static void stop() {
        stopping = true;
    }

    /** True when all requests in flight have ended in time. */
    static boolean awaitEnd(long graceMs) throws InterruptedException {
        long endNanos = System.nanoTime() + graceMs * 1_000_000L;
        while (!underWay.isEmpty()) {
            if (System.nanoTime() > endNanos) {
                return false;
            }
            Thread.sleep(POLL_MS);
        }
        return true;
    }

    /** Fails requests in flight, so that they are counted: the target has received them. */
    static void interrupt() {
        for (Exchange exchange : underWay) {
            exchange.fail(new IOException("The run was stopped before the answer came"));
        }
    }
}
