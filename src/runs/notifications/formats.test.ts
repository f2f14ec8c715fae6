import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NotificationMessage } from '../../domain/notification.ts';
import { mailOf, slackBody, teamsBody, webhookHeaders } from './formats.ts';

const message: NotificationMessage = {
  type: 'run.finished',
  time: '2026-11-18T01:00:00.000Z',
  events: ['failed'],
  title: 'A & <b> | c: Failed',
  text: 'p95 > 1 s',
  project: 'Shop',
  url: 'https://spate.test/app/runs/r',
  run: null,
  schedule: null,
};

test('signs as Standard Webhooks specifies', () => {
  const headers = webhookHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    nowMs: 1_614_265_330_999,
  });
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('escapes text for Slack, and keeps the title inside its link', () => {
  assert.deepEqual(slackBody(message), {
    text: 'A &amp; &lt;b&gt; | c: Failed: p95 &gt; 1 s',
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '*<https://spate.test/app/runs/r|A &amp; &lt;b&gt; ¦ c: Failed>*\np95 &gt; 1 s',
        },
      },
      { type: 'context', elements: [{ type: 'plain_text', text: 'Project Shop' }] },
    ],
  });
});

test('sends an Adaptive Card with a link to Microsoft Teams', () => {
  const { type, attachments } = teamsBody(message) as {
    type: string;
    attachments: { contentType: string; content: { body: { text: string }[]; actions: object[] } }[];
  };
  const [card] = attachments;
  assert.deepEqual([type, card?.contentType], ['message', 'application/vnd.microsoft.card.adaptive']);
  assert.deepEqual(
    card?.content.body.map(({ text }) => text),
    [message.title, message.text, 'Project Shop'],
  );
  assert.deepEqual(card?.content.actions, [{ type: 'Action.OpenUrl', title: 'Open', url: message.url }]);
});

test('a line break in a name does not add a mail header', () => {
  const { subject, text } = mailOf({ ...message, title: 'A\r\nBcc: x@y' });
  assert.equal(subject, '[Spate] A Bcc: x@y');
  assert.equal(text, 'p95 > 1 s\n\nProject: Shop\nhttps://spate.test/app/runs/r\n');
});
