package spate.gatling;

import io.gatling.http.client.HttpListener;
import io.gatling.http.client.Request;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * One HTTP request under way. Gatling reports its response from within the last call to its listener; while that call
 * lasts, {@link #takeCurrent} gives the exchange to whoever writes the sample.
 */
final class Exchange implements HttpListener {
    private static final AttributeKey<Boolean> USED = AttributeKey.valueOf("spate.used");
    private static final FastThreadLocal<Exchange> current = new FastThreadLocal<>();

    private final HttpListener listener;
    private final EventLoop eventLoop;
    private long sentNanos;
    private long connectNanos;
    private long answeredNanos;
    private long endedNanos;
    private long bytesIn;

    Exchange(HttpListener listener, EventLoop eventLoop) {
        this.listener = listener;
        this.eventLoop = eventLoop;
    }

    /** The exchange whose response is being reported on this thread, once; null for other protocols than HTTP. */
    static Exchange takeCurrent() {
        Exchange exchange = current.getIfExists();
        if (exchange != null) {
            current.remove();
        }
        return exchange;
    }

    long elapsedMicros() {
        return sentNanos == 0 ? 0 : (endedNanos - sentNanos) / 1000;
    }

    /** Until the head of the response; 0 when none came. */
    long latencyMicros() {
        return answeredNanos == 0 ? 0 : (answeredNanos - sentNanos) / 1000;
    }

    /** Until a connection was there, with TLS; 0 when one was used again. */
    long connectMicros() {
        return connectNanos / 1000;
    }

    /** Of the body, unpacked. */
    long bytesIn() {
        return bytesIn;
    }

    void fail(Throwable cause) {
        eventLoop.execute(() -> onThrowable(cause));
    }

    @Override
    public void onSend() {
        if (sentNanos == 0) {
            sentNanos = System.nanoTime();
        }
        listener.onSend();
    }

    @Override
    public void onWrite(Channel channel) {
        Channel connection = channel.parent() instanceof io.netty.channel.socket.SocketChannel ? channel.parent() : channel;
        if (connection.attr(USED).setIfAbsent(Boolean.TRUE) == null && sentNanos != 0) {
            connectNanos = System.nanoTime() - sentNanos;
        }
        listener.onWrite(channel);
    }

    @Override
    public void onFinalClientRequest(Request request) {
        listener.onFinalClientRequest(request);
    }

    @Override
    public void onProtocolAwareness(boolean isHttp2) {
        listener.onProtocolAwareness(isHttp2);
    }

    @Override
    public void onHttpResponse(HttpResponseStatus status, HttpHeaders headers) {
        answeredNanos = System.nanoTime();
        listener.onHttpResponse(status, headers);
    }

    @Override
    public void onHttpResponseBodyChunk(ByteBuf chunk, boolean last) {
        bytesIn += chunk.readableBytes();
        if (!last) {
            listener.onHttpResponseBodyChunk(chunk, false);
            return;
        }
        endedNanos = System.nanoTime();
        current.set(this);
        try {
            listener.onHttpResponseBodyChunk(chunk, true);
        } finally {
            current.remove();
            Traffic.end(this);
        }
    }

    @Override
    public void onThrowable(Throwable cause) {
        endedNanos = System.nanoTime();
        current.set(this);
        try {
            listener.onThrowable(cause);
        } finally {
            current.remove();
            Traffic.end(this);
        }
    }
}
