package spate.jmeter;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The rows of a leased data file, from a growing file. Waits for more until the state file contains {@code <bytes>
 * <rows> end}. Bytes are reported as read before they are returned.
 */
final class LeasedRows extends InputStream {
    private static final long POLL_MS = 5;
    /** Rows in the buffers of readers count as used, so each read returns few. */
    private static final int MOST_BYTES = 512;
    private static volatile boolean isStopping;

    private final Path rows;
    private final Path state;
    private final Path read;
    private FileChannel rowsChannel;
    private FileChannel readChannel;
    private long at;
    private long bytes;
    private boolean isEnd;

    LeasedRows(Path rows, Path state, Path read) {
        this.rows = rows;
        this.state = state;
        this.read = read;
    }

    /** Ends waiting threads without rows. */
    static void stop() {
        isStopping = true;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!awaitRows()) {
            return -1;
        }
        int count = (int) Math.min(Math.min(length, MOST_BYTES), bytes - at);
        report(at + count);
        if (rowsChannel == null) {
            rowsChannel = FileChannel.open(rows, StandardOpenOption.READ);
        }
        ByteBuffer target = ByteBuffer.wrap(buffer, offset, count);
        while (target.hasRemaining()) {
            if (rowsChannel.read(target, at + target.position() - offset) < 0) {
                throw new IOException(rows + " is shorter than its state says");
            }
        }
        at += count;
        return count;
    }

    /** False at the end. */
    private boolean awaitRows() throws IOException {
        while (at >= bytes) {
            if (isEnd || isStopping) {
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
    public void close() throws IOException {
        if (rowsChannel != null) {
            rowsChannel.close();
        }
        if (readChannel != null) {
            readChannel.close();
        }
    }
}
