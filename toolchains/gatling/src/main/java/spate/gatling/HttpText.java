package spate.gatling;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.gatling.http.client.Request;
import io.gatling.http.client.body.RequestBody;
import io.gatling.http.client.body.bytearray.ByteArrayRequestBody;
import io.gatling.http.client.body.file.FileRequestBody;
import io.gatling.http.client.body.form.FormUrlEncodedRequestBody;
import io.gatling.http.client.body.multipart.MultipartFormDataRequestBody;
import io.gatling.http.client.body.multipart.Part;
import io.gatling.http.client.body.multipart.StringPart;
import io.gatling.http.client.body.string.StringRequestBody;
import io.gatling.http.client.body.stringchunks.StringChunksRequestBody;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpUtil;

/** Request and response of an exchange as text; all texts are empty without an exchange. */
final class HttpText {
    private static final Pattern TEXT_TYPE =
            Pattern.compile("^text/|json|xml|javascript|urlencoded", Pattern.CASE_INSENSITIVE);

    private final Exchange exchange;
    private final Request request;

    HttpText(Exchange exchange) {
        this.exchange = exchange;
        this.request = exchange == null ? null : exchange.request();
    }

    String url() {
        return request == null ? "" : request.getUri().toUrl();
    }

    String requestHead() {
        if (request == null) {
            return "";
        }
        String cookies = request.getHeaders().contains(HttpHeaderNames.COOKIE) ? "" : request.getCookies().stream()
                .map(cookie -> cookie.name() + '=' + cookie.value()).collect(Collectors.joining("; "));
        return request.getMethod() + " " + url() + '\n' + lines(request.getHeaders())
                + (cookies.isEmpty() ? "" : "Cookie: " + cookies + '\n');
    }

    /** Empty for a stream, which can be read only once, and for a binary body. */
    String requestBody(int maxBytes) {
        RequestBody body = request == null ? null : request.getBody();
        if (body instanceof StringRequestBody) {
            return ((StringRequestBody) body).getContent();
        }
        if (body instanceof FormUrlEncodedRequestBody || body instanceof StringChunksRequestBody) {
            return new String(body.getBytes(), StandardCharsets.UTF_8);
        }
        if (body instanceof MultipartFormDataRequestBody) {
            return ((MultipartFormDataRequestBody) body).getContent().stream().map(HttpText::field)
                    .collect(Collectors.joining("&"));
        }
        if (!isText(request == null ? null : request.getHeaders())) {
            return "";
        }
        if (body instanceof ByteArrayRequestBody) {
            byte[] bytes = body.getBytes();
            return new String(bytes, 0, Math.min(bytes.length, maxBytes), StandardCharsets.UTF_8);
        }
        return body instanceof FileRequestBody ? startOf(((FileRequestBody) body).getContent(), maxBytes) : "";
    }

    String responseHead() {
        if (exchange == null || exchange.status() == null) {
            return "";
        }
        return (exchange.isHttp2() ? "HTTP/2 " : "HTTP/1.1 ") + exchange.status() + '\n' + lines(exchange.headers());
    }

    String responseBody() {
        if (exchange == null || !isText(exchange.headers())) {
            return "";
        }
        return exchange.body().text(charset(exchange.headers()));
    }

    /** Encoded like a form field, so that the masker recognises name and value. */
    private static String field(Part<?> part) {
        String value = part instanceof StringPart ? ((StringPart) part).getContent() : "(file)";
        return encode(part.getName()) + '=' + encode(value);
    }

    private static String encode(String text) {
        return text == null ? "" : URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String startOf(File file, int maxBytes) {
        try (InputStream content = Files.newInputStream(file.toPath())) {
            return new String(content.readNBytes(maxBytes), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private static boolean isText(HttpHeaders headers) {
        String type = headers == null ? null : headers.get(HttpHeaderNames.CONTENT_TYPE);
        return type == null || TEXT_TYPE.matcher(type).find();
    }

    private static Charset charset(HttpHeaders headers) {
        String type = headers == null ? null : headers.get(HttpHeaderNames.CONTENT_TYPE);
        return type == null ? StandardCharsets.UTF_8 : HttpUtil.getCharset(type, StandardCharsets.UTF_8);
    }

    private static String lines(HttpHeaders headers) {
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, String> header : headers) {
            lines.append(header.getKey()).append(": ").append(header.getValue()).append('\n');
        }
        return lines.toString();
    }
}
