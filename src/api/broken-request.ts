import type { Socket } from 'node:net';

/** Time for a client that is still sending to read the response. */
const lingerMs = 2_000;
const answered = new WeakSet<Socket>();

/** Responds to data that is not valid HTTP with a JSON error. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // Ignores further data after the response.
  if (answered.has(socket)) return;
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, sentence } = reasonOf(error.code);
  const body = JSON.stringify({ error: sentence, code: 'malformed', details: [] });
  answered.add(socket);
  // Closing immediately with unread data would reset the connection and lose the response.
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  socket.resume();
}

function reasonOf(code: string | undefined): { status: string; sentence: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: '408 Request Timeout', sentence: 'The request did not arrive in time.' };
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: '431 Request Header Fields Too Large',
        sentence: 'The URL and headers of the request are too long. Send parameters in the body.',
      };
    default:
      return { status: '400 Bad Request', sentence: 'The request is not valid HTTP.' };
  }
}
