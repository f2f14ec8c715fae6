import { createTransport } from 'nodemailer';

/** Sends mail, where the service was told how. */
export interface Mailer {
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
}

const timeoutMs = 15_000;

export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({
        // As records, so that no address can be read as several.
        from: { name: 'Spate', address: from },
        to: { name: '', address: to },
        subject,
        text,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}
