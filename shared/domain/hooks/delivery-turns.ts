import type { Uuid } from '../_core/identifier.ts';

/** How many deliveries a run makes at the same time: in all, for the hooks of one user, and to one receiver. */
const AT_A_TIME = { all: 20, user: 4, receiver: 8 };
/** After this number of deliveries in a run that failed or were slow, the user's other deliveries wait. */
const FAILURES_OF_USER = 4;

/** A delivery that is due, and who shares the senders with it. */
export type Turn = {
  key: string;
  hookUuid: Uuid;
  userUuid: Uuid;
  /** Host and port of the hook's address. */
  receiver: string;
};

class Counts {
  private readonly counts = new Map<string, number>();
  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }
  add(name: string, number: number): void {
    this.counts.set(name, this.of(name) + number);
  }
}

/**
 * Decides which delivery of a run is next, so that no user's hooks delay those of others. The user with the fewest
 * deliveries in the run comes first. A hook that has failed in the run, and a user whose hooks have failed several
 * times, get no further turn.
 */
export class DeliveryTurns {
  private readonly waiting: Set<Turn>;
  private readonly running = { all: 0, users: new Counts(), receivers: new Counts() };
  private readonly started = new Counts();
  private readonly failures = new Counts();
  private readonly failedHooks = new Set<Uuid>();

  /** @param due the oldest delivery first */
  constructor(due: readonly Turn[]) {
    this.waiting = new Set(due);
  }

  /** Begins the next delivery. Undefined if all others have to wait for a running one, or for the next run. */
  next(): Turn | undefined {
    let chosen: Turn | undefined;
    for (const turn of this.waiting) {
      const isEarlier = chosen === undefined || this.started.of(turn.userUuid) < this.started.of(chosen.userUuid);
      if (isEarlier && this.mayStart(turn)) chosen = turn;
    }
    if (chosen === undefined) return undefined;
    this.waiting.delete(chosen);
    this.started.add(chosen.userUuid, 1);
    this.count(chosen, 1);
    return chosen;
  }

  /** @param isHealthy whether the receiver took the delivery in time */
  end(turn: Turn, isHealthy: boolean): void {
    this.count(turn, -1);
    if (isHealthy) return;
    this.failedHooks.add(turn.hookUuid);
    this.failures.add(turn.userUuid, 1);
  }

  /** The deliveries that get no turn in this run, because their receivers, or others of the same user, have failed. */
  givenUp(): Turn[] {
    return [...this.waiting].filter((turn) => this.isGivenUp(turn));
  }

  private isGivenUp({ hookUuid, userUuid }: Turn): boolean {
    return this.failedHooks.has(hookUuid) || this.failures.of(userUuid) >= FAILURES_OF_USER;
  }

  private mayStart(turn: Turn): boolean {
    const { all, users, receivers } = this.running;
    return (
      all < AT_A_TIME.all &&
      users.of(turn.userUuid) < AT_A_TIME.user &&
      receivers.of(turn.receiver) < AT_A_TIME.receiver &&
      !this.isGivenUp(turn)
    );
  }

  private count({ userUuid, receiver }: Turn, number: number): void {
    this.running.all += number;
    this.running.users.add(userUuid, number);
    this.running.receivers.add(receiver, number);
  }
}

/** The number of workers that can be busy at the same time. */
export const WORKERS = AT_A_TIME.all;
