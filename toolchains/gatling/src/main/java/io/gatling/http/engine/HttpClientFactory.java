package io.gatling.http.engine;

import io.gatling.core.config.GatlingConfiguration;
import io.gatling.http.client.HttpClient;
import io.gatling.http.client.HttpClientConfig;
import io.gatling.http.client.impl.DefaultHttpClient;
import io.gatling.http.util.SslContextsFactory;

import spate.gatling.WatchedHttpClient;

/**
 * Takes the place of Gatling's own class of this name, which offers no other way in: our jar comes first on the class
 * path. The client is made in the same way and then watched, so that a stop can let requests under way finish.
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
