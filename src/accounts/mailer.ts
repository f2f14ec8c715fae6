import { createTransport } from 'nodemailer';

/** Sends mail, if configured. */
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
        // As objects, so that one address cannot be parsed as several.
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
