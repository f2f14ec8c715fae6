import type { NewNotificationInput, NotificationEventName } from './inputs.ts';

export const channelKindWords: Readonly<Record<NewNotificationInput['kind'], string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  email: 'E-mail',
};

export const notificationEventWords: Readonly<Record<NotificationEventName, string>> = {
  finished: 'Run finished, with any verdict',
  failed: 'Run failed: a threshold is not met, samples failed, or a node reported errors',
  worse: 'Run worse than the baseline of its test',
  cannot_start: 'Run sent no load, or a schedule started no run',
};

export const notificationEventNames = Object.keys(notificationEventWords) as NotificationEventName[];
