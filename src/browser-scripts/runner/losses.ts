const maxMessages = 5;
const maxReasonLength = 600;

/** Summarizes users that ended early or were lost. */
export class Losses {
  readonly #users: number;
  readonly #counts = new Map<string, { how: 'lost' | 'ended'; count: number; reason: string }>();

  constructor(users: number) {
    this.#users = users;
  }

  note(how: 'lost' | 'ended', count: number, reason: string): void {
    const short = reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength)} …` : reason;
    const known = this.#counts.get(`${how} ${short}`);
    this.#counts.set(`${how} ${short}`, { how, count: (known?.count ?? 0) + count, reason: short });
  }

  sentences(): string[] {
    const all = [...this.#counts.values()];
    const messages = all
      .slice(0, maxMessages)
      .map(({ how, count, reason }) => this.#sentence(how, count, reason));
    const others = all.slice(maxMessages).reduce((sum, { count }) => sum + count, 0);
    return others === 0
      ? messages
      : [...messages, `${others} more users ended early for other reasons; see browser.log.`];
  }

  #sentence(how: 'lost' | 'ended', count: number, reason: string): string {
    const isOne = count === 1;
    const subject = `${count} of ${this.#users} ${this.#users === 1 ? 'user' : 'users'}`;
    const verb = how === 'lost' ? `${isOne ? 'was' : 'were'} lost` : 'ended early';
    return `${subject} ${verb} because ${reason.trim().replace(/\.$/, '')}.`;
  }
}
