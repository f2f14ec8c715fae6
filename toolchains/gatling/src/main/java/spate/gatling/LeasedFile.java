package spate.gatling;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

import io.gatling.core.feeder.FeederOptions;

import scala.Function1;
import scala.collection.Iterator;

/**
 * A data file whose rows are leased. All feeders of the file share one reader, so that each row is used once. The
 * file itself contains only the header. Static, because Gatling creates its feeders internally.
 */
public final class LeasedFile {
    private static final Map<Path, LeasedFile> FILES = readList(System.getProperty("spate.leased", ""));
    private static final AtomicInteger usersWithoutRow = new AtomicInteger();
    private static volatile boolean isStarted;

    private final Path path;
    private final LeasedRows rows;
    private final ExecutorService thread;
    private Function1<ReadableByteChannel, Iterator<scala.collection.immutable.Map<String, String>>> parser;
    private Iterator<scala.collection.immutable.Map<String, String>> parsed;
    /** Rows read for a feed that takes several at a time, when too few were left for it. */
    private final Queue<scala.collection.immutable.Map<String, String>> unused = new ArrayDeque<>();

    private LeasedFile(String[] paths) {
        path = Path.of(paths[0]);
        rows = new LeasedRows(path, Path.of(paths[1]), Path.of(paths[2]), Path.of(paths[3]));
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, "spate-rows-" + name());
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * Parses a file with the paths of a data file and of its rows, state and read file per line, separated by tabs.
     */
    private static Map<Path, LeasedFile> readList(String list) {
        Map<Path, LeasedFile> files = new LinkedHashMap<>();
        try {
            for (String line : list.isEmpty() ? List.<String>of() : Files.readAllLines(Path.of(list))) {
                LeasedFile file = new LeasedFile(line.split("\t"));
                files.put(file.path.normalize(), file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** Null if the rows of the file are not leased. */
    public static LeasedFile at(File file) {
        return FILES.isEmpty() ? null : FILES.get(file.toPath().toAbsolutePath().normalize());
    }

    /** Called once everything is loaded. */
    static void checkFeeders() {
        String unread = FILES.values().stream().filter(file -> file.parser == null).map(LeasedFile::name)
                .collect(Collectors.joining(", "));
        if (!unread.isEmpty()) {
            throw new NotLoadedException(unread
                    + " cannot be leased: no csv, tsv, ssv or separatedValues feeder of the simulation reads it.");
        }
    }

    /** Allows reading rows. */
    static void start() {
        isStarted = true;
    }

    /**
     * Whether all rows are used, and each virtual user waits for one. A user is counted before it can wait, and never
     * stops waiting; so the number of users is read after the number of waiting ones.
     */
    static boolean areAllWaiting(IntSupplier users) {
        int waiting = usersWithoutRow.get();
        return waiting > 0 && waiting >= users.getAsInt();
    }

    public LeasedFeeder feeder(
            Function1<ReadableByteChannel, Iterator<scala.collection.immutable.Map<String, String>>> newParser,
            FeederOptions<String> options) {
        String strategy = options.strategy().toString().toLowerCase();
        if (options.unzip() || !strategy.equals("queue")) {
            String option = options.unzip() ? "unzip" : strategy;
            throw new NotLoadedException(name() + " cannot be leased: its feeder uses ." + option
                    + ". Remove it: leased rows are used once, in the order of the file.");
        }
        try {
            if (Files.size(path) == 0) {
                throw new NotLoadedException(name() + " is leased without a header, but feeders of Gatling take the "
                        + "names of its columns from the first line.");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        synchronized (this) {
            parser = newParser;
        }
        return new LeasedFeeder(this, options.conversion());
    }

    public RuntimeException cannotCount() {
        return new NotLoadedException(name() + " is leased, so how many of its rows this node will use is unknown: "
                + "recordsCount cannot be used.");
    }

    /** The next rows, once they have arrived; null if fewer are left, which remain for feeds that need fewer. */
    synchronized List<scala.collection.immutable.Map<String, String>> takeRows(int count) {
        if (!isStarted) {
            throw new NotLoadedException(name() + " is leased, so its rows can be read by virtual users only, not "
                    + "while the simulation is loaded (readRecords).");
        }
        if (parsed == null) {
            parsed = parser.apply(rows);
        }
        while (unused.size() < count && parsed.hasNext()) {
            unused.add(parsed.next());
        }
        if (unused.size() < count) {
            return null;
        }
        List<scala.collection.immutable.Map<String, String>> taken = new ArrayList<>();
        while (taken.size() < count) {
            taken.add(unused.remove());
        }
        return taken;
    }

    /** Runs a task that may wait for rows. */
    void execute(Runnable task) {
        thread.execute(task);
    }

    /** Counts a virtual user that needs more rows than are left. It waits until the simulation ends. */
    void addUserWithoutRow() {
        if (!Traffic.isStopping() && usersWithoutRow.getAndIncrement() == 0) {
            System.out.println("All rows of " + name() + " are used. Virtual users that need one wait; the simulation "
                    + "ends when all do.");
        }
    }

    private String name() {
        return path.getFileName().toString();
    }
}
