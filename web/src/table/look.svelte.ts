/** What the player looks at: a place under the resting pointer, or one held open until it is closed. Looking never orders. */

const REST_MS = 300;

export class Look {
  place = $state<string | null>(null);
  pinned = $state(false);
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private over: string | null = null;

  /** The pointer is over a place worth a look, or over none. */
  rest(place: string | null): void {
    if (place === this.over) return;
    this.over = place;
    clearTimeout(this.waiting);
    if (this.pinned) return;
    this.place = null;
    if (place) this.waiting = setTimeout(() => (this.place = place), REST_MS);
  }

  /** Holds the card open; asked again for the same place, closes it. */
  pin(place: string): void {
    clearTimeout(this.waiting);
    if (this.pinned && this.place === place) this.close();
    else {
      this.place = place;
      this.pinned = true;
    }
  }

  close(): void {
    clearTimeout(this.waiting);
    this.place = null;
    this.pinned = false;
  }
}
