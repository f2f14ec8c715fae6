package spate.jmeter.scripts;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Sends frames in order. While one thread writes, the frames of others wait and are written with the next write. */
final class FrameOutput {
    private final OutputStream out;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private boolean isWriting;

    FrameOutput(OutputStream out) {
        this.out = out;
    }

    void send(byte[] frame) {
        synchronized (waiting) {
            waiting.add(frame);
            if (isWriting) {
                return;
            }
            isWriting = true;
        }
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
