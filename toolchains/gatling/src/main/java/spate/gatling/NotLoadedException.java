package spate.gatling;

/** The simulation cannot be run; the message says why, for its author. */
final class NotLoadedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotLoadedException(String message) {
        super(message);
    }
}
