package spate.jmeter.scripts;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sends frames in order. While one thread writes, frames of other threads are queued for the next write. Frames
 * followed by more may be delayed: each write wakes the engine.
 */
final class FrameOutput {
    private static final int MOST_HELD = 16;
    private final OutputStream out;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private boolean isWriting;

    FrameOutput(OutputStream out) {
        this.out = out;
    }

    void send(byte[] frame) {
        send(frame, false);
    }

    /** `isMore`: another frame follows soon, or `flush`. */
    void send(byte[] frame, boolean isMore) {
        synchronized (waiting) {
            waiting.add(frame);
            if (isWriting || (isMore && waiting.size() < MOST_HELD)) {
                return;
            }
            isWriting = true;
        }
        write();
    }

    void flush() {
        synchronized (waiting) {
            if (isWriting || waiting.isEmpty()) {
                return;
            }
            isWriting = true;
        }
        write();
    }

    private void write() {
        for (byte[] next = take(); next != null; next = take()) {
            try {
                out.write(next);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private byte[] take() {
        synchronized (waiting) {
            if (waiting.isEmpty()) {
                isWriting = false;
                return null;
            }
            if (waiting.size() == 1) {
                return waiting.poll();
            }
            int length = 0;
            for (byte[] each : waiting) {
                length += each.length;
            }
            byte[] all = new byte[length];
            int at = 0;
            for (byte[] each : waiting) {
                System.arraycopy(each, 0, all, at, each.length);
                at += each.length;
            }
            waiting.clear();
            return all;
        }
    }
}
