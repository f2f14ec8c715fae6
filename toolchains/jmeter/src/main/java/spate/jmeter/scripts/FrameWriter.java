package spate.jmeter.scripts;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes one frame: its length in four bytes, then its fields. */
final class FrameWriter {
    private static final int LENGTH_BYTES = 4;
    private byte[] bytes = new byte[256];
    private int at;

    FrameWriter(int kind) {
        writeInt(0);
        writeByte(kind);
    }

    void writeByte(int value) {
        reserve(1);
        bytes[at] = (byte) value;
        at += 1;
    }

    void writeInt(int value) {
        reserve(LENGTH_BYTES);
        setInt(at, value);
        at += LENGTH_BYTES;
    }

    /** Writes a number in place of the one at `position`. */
    void setInt(int position, int value) {
        bytes[position] = (byte) (value >>> 24);
        bytes[position + 1] = (byte) (value >>> 16);
        bytes[position + 2] = (byte) (value >>> 8);
        bytes[position + 3] = (byte) value;
    }

    int position() {
        return at;
    }

    void writeBytes(byte[] value) {
        if (value == null) {
            writeInt(-1);
            return;
        }
        writeInt(value.length);
        reserve(value.length);
        System.arraycopy(value, 0, bytes, at, value.length);
        at += value.length;
    }

    void writeText(String value) {
        writeBytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    byte[] finish() {
        setInt(0, at - LENGTH_BYTES);
        return Arrays.copyOf(bytes, at);
    }

    private void reserve(int count) {
        if (bytes.length - at < count) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, at + count));
        }
    }
}
