/**
 * A server that answers `/wait/20` after about 20 ms, and reports its waiting time in microseconds in the reason
 * phrase: from reading the request to writing the response. Prints its port.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';

const body = '{"price":12.75}';
const endOfHeader = '\r\n\r\n';

const server = createServer({ noDelay: true }, (socket) => {
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    const atMs = performance.now();
    text += part;
    for (let end = text.indexOf(endOfHeader); end >= 0; end = text.indexOf(endOfHeader)) {
      answerLater(socket, Number(/^GET \/wait\/(\d+) /.exec(text)?.[1] ?? 0), atMs);
      text = text.slice(end + endOfHeader.length);
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

function answerLater(socket: Socket, ms: number, fromMs: number): void {
  setTimeout(() => {
    const waitedUs = Math.round((performance.now() - fromMs) * 1000);
    socket.write(
      `HTTP/1.1 200 ${waitedUs}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }, ms);
}
