package spate.gatling;

import io.gatling.http.client.HttpClient;
import io.gatling.http.client.HttpListener;
import io.gatling.http.client.Request;
import io.gatling.http.client.SslContextsHolder;
import io.gatling.http.client.util.Pair;
import io.gatling.http.engine.GatlingHttpListener;
import io.netty.channel.EventLoop;

/**
 * Tracks requests in flight, times them with a higher resolution than Gatling, and sends none after a stop request.
 */
public final class WatchedHttpClient implements HttpClient {
    private final HttpClient client;

    public WatchedHttpClient(HttpClient client) {
        this.client = client;
    }

    @Override
    public void sendRequest(Request request, long clientId, EventLoop eventLoop, HttpListener listener,
            SslContextsHolder sslContexts) {
        HttpListener watched = watch(request, listener, eventLoop);
        if (watched != null) {
            client.sendRequest(request, clientId, eventLoop, watched, sslContexts);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void sendHttp2Requests(Pair<Request, HttpListener>[] requests, long clientId, EventLoop eventLoop,
            SslContextsHolder sslContexts) {
        Pair<Request, HttpListener>[] watched = new Pair[requests.length];
        for (int i = 0; i < requests.length; i++) {
            HttpListener listener = watch(requests[i].getLeft(), requests[i].getRight(), eventLoop);
            if (listener == null) {
                Traffic.endAll(watched, i);
                return;
            }
            watched[i] = new Pair<>(requests[i].getLeft(), listener);
        }
        client.sendHttp2Requests(watched, clientId, eventLoop, sslContexts);
    }

    /**
     * Null when the request must not be sent. WebSockets and event streams have no end to wait for, so they are not
     * tracked.
     */
    private static HttpListener watch(Request request, HttpListener listener, EventLoop eventLoop) {
        if (!(listener instanceof GatlingHttpListener)) {
            return Traffic.isStopping() ? null : listener;
        }
        Exchange exchange = new Exchange(request, listener, eventLoop);
        return Traffic.begin(exchange) ? exchange : null;
    }

    @Override
    public boolean isClosed() {
        return client.isClosed();
    }

    @Override
    public void flushClientIdChannels(long clientId, EventLoop eventLoop) {
        client.flushClientIdChannels(clientId, eventLoop);
    }

    @Override
    public void close() throws Exception {
        client.close();
    }
}
