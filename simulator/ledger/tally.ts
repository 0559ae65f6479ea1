/** Counts what was sent, and how much of it was accepted. */
export class Tally {
  sent = 0;
  accepted = 0;

  add(wasAccepted: boolean): void {
    this.sent += 1;
    if (wasAccepted) this.accepted += 1;
  }

  clear(): void {
    this.sent = 0;
    this.accepted = 0;
  }
}
