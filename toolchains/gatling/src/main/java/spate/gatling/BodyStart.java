package spate.gatling;

import java.nio.charset.Charset;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * The first bytes of a response body, for the sample of a failure. Most responses pass, so it references Netty's
 * buffers until the response is reported and copies nothing. All calls come from one event loop.
 */
final class BodyStart {
    private static final int MAX_BYTES = 65_536;
    /** Limit of referenced buffers per event loop. */
    private static final int MAX_BYTES_PER_LOOP = 2 << 20;
    private static final FastThreadLocal<int[]> heldBytes = new FastThreadLocal<>() {
        @Override
        protected int[] initialValue() {
            return new int[1];
        }
    };

    private ByteBuf[] chunks = new ByteBuf[2];
    /** Position and length of the content of each chunk; Gatling moves the reader indexes. */
    private int[] spans = new int[4];
    private int count;
    private int bytes;
    private boolean hasEnded;

    void add(ByteBuf chunk) {
        int length = Math.min(chunk.readableBytes(), MAX_BYTES - bytes);
        if (length <= 0 || hasEnded || !ErrorSamples.areWanted()) {
            return;
        }
        int[] held = heldBytes.get();
        if (held[0] + length > MAX_BYTES_PER_LOOP) {
            return;
        }
        if (count == chunks.length) {
            chunks = java.util.Arrays.copyOf(chunks, count * 2);
            spans = java.util.Arrays.copyOf(spans, count * 4);
        }
        held[0] += length;
        bytes += length;
        spans[count * 2] = chunk.readerIndex();
        spans[count * 2 + 1] = length;
        chunks[count] = chunk.retain();
        count += 1;
    }

    String text(Charset charset) {
        byte[] content = new byte[bytes];
        int at = 0;
        for (int i = 0; i < count; i++) {
            chunks[i].getBytes(spans[i * 2], content, at, spans[i * 2 + 1]);
            at += spans[i * 2 + 1];
        }
        return new String(content, charset);
    }

    /** Releases the buffers: a resent request has another response. */
    void clear() {
        if (count == 0) {
            return;
        }
        heldBytes.get()[0] -= bytes;
        for (int i = 0; i < count; i++) {
            chunks[i].release();
            chunks[i] = null;
        }
        count = 0;
        bytes = 0;
    }

    /** Releases the buffers, and references no further ones. */
    void end() {
        hasEnded = true;
        clear();
    }
}
