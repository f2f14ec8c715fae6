import type { Socket } from 'node:net';

/** How long a client that goes on sending may take to notice its answer. */
const lingerMs = 2_000;
const answered = new WeakSet<Socket>();

/** What is not HTTP never becomes a request, but still gets an answer that a program can read. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // What comes in after the answer is no HTTP either.
  if (answered.has(socket)) return;
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, sentence } = reasonOf(error.code);
  const body = JSON.stringify({ error: sentence, code: 'malformed', details: [] });
  answered.add(socket);
  // Closed at once with something still unread, the connection would be reset and the answer lost on its way.
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
        sentence: 'The address and headers of the request are too long. Send parameters in the body.',
      };
    default:
      return { status: '400 Bad Request', sentence: 'The request could not be read as HTTP.' };
  }
}
