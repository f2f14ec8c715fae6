import { createHmac } from 'node:crypto';
import type { NotificationMessage } from '../../domain/notification.ts';

/** Webhook body in the format of Standard Webhooks: type, timestamp, data. */
export function webhookBody(message: NotificationMessage): object {
  const { type, time, events, title, text, project, url, run, schedule } = message;
  return {
    type,
    timestamp: time,
    data: {
      events,
      title,
      text,
      project,
      url,
      run: run && {
        uuid: run.id,
        name: run.name,
        verdict: run.verdict,
        baseline: run.baseline && {
          run: run.baseline.runId,
          verdict: run.baseline.verdict,
          sentence: run.baseline.sentence,
        },
        started: run.startedAt,
        stopped: run.stoppedAt,
        samples: run.samples,
      },
      schedule: schedule && {
        uuid: schedule.id,
        test: { uuid: schedule.testId, name: schedule.testName },
        due: schedule.dueAt,
      },
    },
  };
}

/** Headers of Standard Webhooks. `secret` is `whsec_` and the key in Base64. */
export function webhookHeaders(
  secret: string,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

/** Body of an incoming webhook of Slack: `text` is the fallback of `blocks`. */
export function slackBody({ title, text, project, url }: NotificationMessage): object {
  const escaped = (plain: string) =>
    plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const heading = url === null ? `*${escaped(title)}*` : `*<${url}|${escaped(title).replaceAll('|', '¦')}>*`;
  return {
    text: `${escaped(title)}: ${escaped(text)}`,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: clip(`${heading}\n${escaped(text)}`, 3000) } },
      { type: 'context', elements: [{ type: 'plain_text', text: `Project ${project}` }] },
    ],
  };
}

/** Body for a "When a Teams webhook request is received" workflow: an Adaptive Card. */
export function teamsBody({ title, text, project, url }: NotificationMessage): object {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: title, weight: 'Bolder', size: 'Medium', wrap: true },
            { type: 'TextBlock', text, wrap: true },
            { type: 'TextBlock', text: `Project ${project}`, isSubtle: true, spacing: 'Small', wrap: true },
          ],
          actions: url === null ? [] : [{ type: 'Action.OpenUrl', title: 'Open', url }],
        },
      },
    ],
  };
}

export function mailOf({ title, text, project, url }: NotificationMessage): {
  subject: string;
  text: string;
} {
  return {
    subject: `[Spate] ${title}`.replace(/[\r\n]+/g, ' '),
    text: `${text}\n\nProject: ${project}\n${url === null ? '' : `${url}\n`}`,
  };
}

function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
