const mostSentences = 5;
const maxReasonLength = 600;

/** Users that did not come to their end, put into few sentences. */
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
    const told = all
      .slice(0, mostSentences)
      .map(({ how, count, reason }) => this.#sentence(how, count, reason));
    const others = all.slice(mostSentences).reduce((sum, { count }) => sum + count, 0);
    return others === 0
      ? told
      : [...told, `${others} more users ended early for other reasons; see browser.log.`];
  }

  #sentence(how: 'lost' | 'ended', count: number, reason: string): string {
    const isOne = count === 1;
    const who = `${count} of ${this.#users} ${this.#users === 1 ? 'user' : 'users'}`;
    const verb = how === 'lost' ? `${isOne ? 'was' : 'were'} lost` : 'ended early';
    return `${who} ${verb} because ${reason.trim().replace(/\.$/, '')}.`;
  }
}
