package io.gatling.http.engine;

import io.gatling.core.config.GatlingConfiguration;
import io.gatling.http.client.HttpClient;
import io.gatling.http.client.HttpClientConfig;
import io.gatling.http.client.impl.DefaultHttpClient;
import io.gatling.http.util.SslContextsFactory;

import spate.gatling.WatchedHttpClient;

/**
 * Replaces Gatling's class of this name, which has no extension point: our jar comes first on the class path. Creates
 * the client in the same way and wraps it, so that a stop lets requests in flight finish.
 */
public final class HttpClientFactory {
    private final SslContextsFactory sslContextsFactory;
    private final GatlingConfiguration configuration;

    public HttpClientFactory(SslContextsFactory sslContextsFactory, GatlingConfiguration configuration) {
        this.sslContextsFactory = sslContextsFactory;
        this.configuration = configuration;
    }

    public HttpClientConfig newClientConfig() {
        return new HttpClientConfig()
                .setDefaultSslContextsHolder(sslContextsFactory.newSslContexts(true, scala.Option.empty()))
                .setDefaultCharset(configuration.core().charset())
                .setEnableHostnameVerification(configuration.http().enableHostnameVerification())
                .setChannelPoolIdleTimeout(configuration.http().pooledConnectionIdleTimeout().toMillis())
                .setConnectTimeout(configuration.socket().connectTimeout().toMillis())
                .setSoKeepAlive(configuration.socket().soKeepAlive())
                .setHandshakeTimeout(configuration.ssl().handshakeTimeout().toMillis())
                .setEnableSni(configuration.ssl().enableSni())
                .setUseNativeTransport(configuration.netty().useNativeTransport())
                .setUseIoUring(configuration.netty().useIoUring());
    }

    public HttpClient newClient() {
        return new WatchedHttpClient(new DefaultHttpClient(newClientConfig()));
    }
}
