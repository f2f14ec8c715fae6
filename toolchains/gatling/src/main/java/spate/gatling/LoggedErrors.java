package spate.gatling;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Error messages for simulation.log, limited in number: Gatling keeps each distinct one in memory until the end. */
final class LoggedErrors {
    private static final int MAX_DIFFERENT = 1_000;
    private static final String OTHER = "Other errors";

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    String textFor(String message) {
        if (known.contains(message)) {
            return message;
        }
        if (known.size() >= MAX_DIFFERENT) {
            return OTHER;
        }
        known.add(message);
        return message;
    }
}
