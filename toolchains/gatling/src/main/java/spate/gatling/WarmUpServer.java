package spate.gatling;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * What Gatling's warm-up request goes to: without one, the first measured request takes up to a second longer. Its own
 * choice would be a site on the Internet.
 */
final class WarmUpServer implements AutoCloseable {
    private static final byte[] ANSWER = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok"
            .getBytes(StandardCharsets.US_ASCII);
    private final ServerSocket socket;

    WarmUpServer() throws IOException {
        socket = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"));
        Thread thread = new Thread(this::serve, "spate-warm-up");
        thread.setDaemon(true);
        thread.start();
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/";
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket connection = socket.accept()) {
                connection.setSoTimeout(1000);
                if (connection.getInputStream().read(new byte[8192]) > 0) {
                    connection.getOutputStream().write(ANSWER);
                }
            } catch (IOException e) {
                // Closed, or somebody else's connection: Gatling goes on without an answer.
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing depends on it.
        }
    }
}
