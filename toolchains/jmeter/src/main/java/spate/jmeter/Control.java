package spate.jmeter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The command of the service, in a file that is replaced atomically: none, {@code start <epoch ms>}, or {@code stop
 * <ms until threads are interrupted>}.
 */
final class Control {
    private final Path file;

    Control(Path file) {
        this.file = file;
    }

    Order read() throws IOException {
        try {
            String[] words = Files.readString(file).trim().split(" ");
            return words.length == 2 ? new Order(words[0], Long.parseLong(words[1])) : Order.NONE;
        } catch (NoSuchFileException e) {
            return Order.NONE;
        }
    }

    static final class Order {
        static final Order NONE = new Order("", 0);
        private final String word;
        private final long number;

        private Order(String word, long number) {
            this.word = word;
            this.number = number;
        }

        boolean isStart() {
            return word.equals("start");
        }

        boolean isStop() {
            return word.equals("stop");
        }

        long number() {
            return number;
        }
    }
}
