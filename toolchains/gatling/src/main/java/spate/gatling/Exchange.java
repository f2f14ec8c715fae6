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
 * One HTTP request in flight. Gatling reports its response within the last call to its listener; during that call,
 * {@link #takeCurrent} returns the exchange to the writer of the sample.
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
    private Request request;
    private boolean isHttp2;
    private HttpResponseStatus status;
    private HttpHeaders headers;
    private final BodyStart body = new BodyStart();

    Exchange(Request request, HttpListener listener, EventLoop eventLoop) {
        this.request = request;
        this.listener = listener;
        this.eventLoop = eventLoop;
    }

    /** The exchange whose response is being reported on this thread, once; null for protocols other than HTTP. */
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

    /** Time until the head of the response; 0 without a response. */
    long latencyMicros() {
        return answeredNanos == 0 ? 0 : (answeredNanos - sentNanos) / 1000;
    }

    /** Time until the connection was established, with TLS; 0 for a reused connection. */
    long connectMicros() {
        return connectNanos / 1000;
    }

    /** Size of the body, decompressed. */
    long bytesIn() {
        return bytesIn;
    }

    Request request() {
        return request;
    }

    boolean isHttp2() {
        return isHttp2;
    }

    /** Null without a response. */
    HttpResponseStatus status() {
        return status;
    }

    HttpHeaders headers() {
        return headers;
    }

    /** Start of the response body; valid while the response is being reported. */
    BodyStart body() {
        return body;
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
    public void onFinalClientRequest(Request finalRequest) {
        request = finalRequest;
        listener.onFinalClientRequest(finalRequest);
    }

    @Override
    public void onProtocolAwareness(boolean usesHttp2) {
        isHttp2 = usesHttp2;
        listener.onProtocolAwareness(usesHttp2);
    }

    @Override
    public void onHttpResponse(HttpResponseStatus responseStatus, HttpHeaders responseHeaders) {
        answeredNanos = System.nanoTime();
        status = responseStatus;
        headers = responseHeaders;
        body.clear();
        listener.onHttpResponse(responseStatus, responseHeaders);
    }

    @Override
    public void onHttpResponseBodyChunk(ByteBuf chunk, boolean last) {
        bytesIn += chunk.readableBytes();
        body.add(chunk);
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
            body.end();
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
            body.end();
            Traffic.end(this);
        }
    }
}
