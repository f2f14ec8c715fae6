package spate.jmeter;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import org.apache.jmeter.services.FileServer;

/**
 * The open files of JMeter's FileServer. A data file with leased rows gets a reader of its header and the leased
 * rows, because the file itself contains only the header.
 */
final class LeasedFiles<E> extends HashMap<String, E> {
    private static final long serialVersionUID = 1L;

    private final transient Map<Path, String[]> leased;

    private LeasedFiles(Map<String, E> open, Map<Path, String[]> leased) {
        this.leased = leased;
        putAll(open);
    }

    /**
     * {@code list}: a file with the paths of a data file and of its rows, state and read file per line, separated by
     * tabs.
     */
    static void install(String list) throws IOException {
        Map<Path, String[]> leased = new HashMap<>();
        for (String line : Files.readAllLines(Path.of(list))) {
            String[] paths = line.split("\t");
            leased.put(Path.of(paths[0]).normalize(), paths);
        }
        if (leased.isEmpty()) {
            return;
        }
        FileServer server = FileServer.getFileServer();
        synchronized (server) {
            Map<String, ?> open = Internals.read(FileServer.class, server, "files");
            Internals.write(FileServer.class, server, "files", new LeasedFiles<>(open, leased));
        }
    }

    @Override
    public E put(String alias, E entry) {
        File file = Internals.read(entry.getClass(), entry, "file");
        String[] paths = leased == null ? null : leased.get(file.toPath().toAbsolutePath().normalize());
        if (paths != null) {
            String encoding = Internals.read(entry.getClass(), entry, "charSetEncoding");
            Internals.write(entry.getClass(), entry, "inputOutputObject", open(paths, encoding));
        }
        return super.put(alias, entry);
    }

    private static Closeable open(String[] paths, String encoding) {
        try {
            byte[] header = Files.readAllBytes(Path.of(paths[0]));
            boolean hasMark = header.length > 2 && header[0] == (byte) 0xef && header[1] == (byte) 0xbb
                && header[2] == (byte) 0xbf;
            byte[] text = hasMark ? Arrays.copyOfRange(header, 3, header.length) : header;
            LeasedRows rows = new LeasedRows(Path.of(paths[1]), Path.of(paths[2]), Path.of(paths[3]));
            boolean isDefault = encoding == null || encoding.isEmpty();
            Charset charset = isDefault ? Charset.defaultCharset() : Charset.forName(encoding);
            return new BufferedReader(
                new InputStreamReader(new SequenceInputStream(new ByteArrayInputStream(text), rows), charset));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
