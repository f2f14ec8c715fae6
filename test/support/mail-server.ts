import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server that stores received mail. */
export interface MailServer {
  url: string;
  /** Complete messages as received, with the addresses of the envelope. */
  mails: { from: string; to: string[]; text: string }[];
  /** Rejects all recipients from now on. */
  refuse(): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const sockets = new Set<Socket>();
  let isRefusing = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    talk(socket, mails, () => isRefusing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    refuse: () => {
      isRefusing = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function talk(socket: Socket, mails: MailServer['mails'], isRefusing: () => boolean): void {
  let mail = { from: '', to: [] as string[], text: '' };
  let isData = false;
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    const [, address = ''] = /<(.*)>/.exec(line) ?? [];
    if (isData && line === '.') {
      isData = false;
      mails.push(mail);
      mail = { from: '', to: [], text: '' };
      return say('250 taken');
    }
    if (isData) {
      mail.text += `${line.replace(/^\./, '')}\n`;
      return;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') mail.from = address;
    if (verb === 'RCPT' && isRefusing()) return say('550 no such recipient');
    if (verb === 'RCPT') mail.to.push(address);
    if (verb === 'DATA') isData = true;
    return say(isData ? '354 continue' : verb === 'QUIT' ? '221 bye' : '250 ok');
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  say('220 mail');
}
