package spate.gatling;

/** The simulation cannot be run; the message states why, for its author. */
final class NotLoadedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotLoadedException(String message) {
        super(message);
    }
}
