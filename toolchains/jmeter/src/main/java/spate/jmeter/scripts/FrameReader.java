package spate.jmeter.scripts;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads the fields of one frame. Numbers are big-endian; a length of -1 is null. */
final class FrameReader {
    private final ByteBuffer bytes;

    FrameReader(byte[] frame) {
        bytes = ByteBuffer.wrap(frame);
    }

    int readByte() {
        return bytes.get();
    }

    int readInt() {
        return bytes.getInt();
    }

    byte[] readBytes() {
        int length = bytes.getInt();
        if (length < 0) {
            return null;
        }
        byte[] value = new byte[length];
        bytes.get(value);
        return value;
    }

    String readText() {
        int length = bytes.getInt();
        if (length < 0) {
            return null;
        }
        String value = new String(bytes.array(), bytes.position(), length, StandardCharsets.UTF_8);
        bytes.position(bytes.position() + length);
        return value;
    }
}
