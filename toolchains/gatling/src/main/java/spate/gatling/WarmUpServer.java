package spate.gatling;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Target of Gatling's warm-up request: without one, the first measured request takes up to a second longer. Gatling's
 * default is a site on the Internet.
 */
final class WarmUpServer implements AutoCloseable {
    private static final byte[] ANSWER = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\nok"
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
            try {
                Socket connection = socket.accept();
                Thread thread = new Thread(() -> answer(connection), "spate-warm-up-answer");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                // Closed: the warm-up has finished.
            }
        }
    }

    private static void answer(Socket connection) {
        try (Socket open = connection) {
            open.setSoTimeout(1000);
            byte[] request = new byte[8192];
            // Gatling's requests are small and sequential, so each arrives in one read.
            while (open.getInputStream().read(request) > 0) {
                open.getOutputStream().write(ANSWER);
            }
        } catch (IOException e) {
            // Gatling continues without a response.
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Failures are harmless.
        }
    }
}
