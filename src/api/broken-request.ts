import type { Socket } from 'node:net';

/** What is not HTTP never becomes a request, but still gets an answer that a program can read. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = isLate ? '408 Request Timeout' : '400 Bad Request';
  const sentence = isLate ? 'The request did not arrive in time.' : 'The request could not be read as HTTP.';
  const body = JSON.stringify({ error: sentence, code: 'malformed', details: [] });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}
