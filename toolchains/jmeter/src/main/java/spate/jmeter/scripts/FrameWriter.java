package spate.jmeter.scripts;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes one frame: its length in four bytes, then its fields. */
final class FrameWriter {
    private static final int LENGTH_BYTES = 4;
    private final Buffer bytes = new Buffer();

    FrameWriter(int kind) {
        writeInt(0);
        writeByte(kind);
    }

    void writeByte(int value) {
        bytes.write(value);
    }

    void writeInt(int value) {
        bytes.write(value >>> 24);
        bytes.write(value >>> 16);
        bytes.write(value >>> 8);
        bytes.write(value);
    }

    /** Writes a number in place of the one at `position`. */
    void setInt(int position, int value) {
        bytes.setInt(position, value);
    }

    int position() {
        return bytes.size();
    }

    void writeBytes(byte[] value) {
        if (value == null) {
            writeInt(-1);
            return;
        }
        writeInt(value.length);
        bytes.write(value, 0, value.length);
    }

    void writeText(String value) {
        writeBytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    byte[] finish() {
        setInt(0, bytes.size() - LENGTH_BYTES);
        return bytes.toByteArray();
    }

    private static final class Buffer extends ByteArrayOutputStream {
        Buffer() {
            super(256);
        }

        synchronized void setInt(int position, int value) {
            buf[position] = (byte) (value >>> 24);
            buf[position + 1] = (byte) (value >>> 16);
            buf[position + 2] = (byte) (value >>> 8);
            buf[position + 3] = (byte) value;
        }
    }
}
