package spate.gatling;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The header of a leased data file, then its rows, from a growing file. Waits for more until the state file contains
 * {@code <bytes> <rows> end}, or the run is stopped. Bytes of rows are reported as read before they are returned.
 */
final class LeasedRows implements ReadableByteChannel {
    private static final long POLL_MS = 5;
    /** Rows in the buffers of the parser count as used, so each read returns few. */
    private static final int MOST_BYTES = 512;

    private final Path headerFile;
    private final Path rows;
    private final Path state;
    private final Path read;
    private ByteBuffer header;
    private FileChannel rowsChannel;
    private FileChannel readChannel;
    private long at;
    private long bytes;
    private boolean isEnd;

    LeasedRows(Path headerFile, Path rows, Path state, Path read) {
        this.headerFile = headerFile;
        this.rows = rows;
        this.state = state;
        this.read = read;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (header == null) {
            header = ByteBuffer.wrap(Files.readAllBytes(headerFile));
        }
        return header.hasRemaining() ? copyHeader(target) : readRows(target);
    }

    private int copyHeader(ByteBuffer target) {
        int count = Math.min(header.remaining(), target.remaining());
        target.put(header.array(), header.position(), count);
        header.position(header.position() + count);
        return count;
    }

    private int readRows(ByteBuffer target) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        if (!awaitRows()) {
            return -1;
        }
        int count = (int) Math.min(Math.min(target.remaining(), MOST_BYTES), bytes - at);
        report(at + count);
        if (rowsChannel == null) {
            rowsChannel = FileChannel.open(rows, StandardOpenOption.READ);
        }
        int limit = target.limit();
        target.limit(target.position() + count);
        while (target.hasRemaining()) {
            int more = rowsChannel.read(target, at);
            if (more < 0) {
                throw new IOException(rows + " is shorter than its state says");
            }
            at += more;
        }
        target.limit(limit);
        return count;
    }

    /** False at the end. */
    private boolean awaitRows() throws IOException {
        while (at >= bytes) {
            if (isEnd || Traffic.isStopping()) {
                return false;
            }
            readState();
            if (at >= bytes && !isEnd) {
                try {
                    Thread.sleep(POLL_MS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException("Interrupted while waiting for leased rows");
                }
            }
        }
        return true;
    }

    private void readState() throws IOException {
        try {
            String[] words = Files.readString(state).split(" ");
            bytes = Long.parseLong(words[0]);
            isEnd = words[2].equals("end");
        } catch (NoSuchFileException e) {
            bytes = 0;
        }
    }

    private void report(long end) throws IOException {
        if (readChannel == null) {
            readChannel = FileChannel.open(read, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }
        byte[] digits = String.format("%016d", end).getBytes(StandardCharsets.US_ASCII);
        readChannel.write(ByteBuffer.wrap(digits), 0);
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() throws IOException {
        if (rowsChannel != null) {
            rowsChannel.close();
        }
        if (readChannel != null) {
            readChannel.close();
        }
    }
}
