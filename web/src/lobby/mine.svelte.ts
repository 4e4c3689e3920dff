/** The games this browser sits at, looked up at the server: whose move, since when, who won. */

import { api, ApiError } from '../lib/api';
import type { Info } from '../lib/protocol';
import { settings, type MyGame } from '../lib/settings.svelte';

/** Somebody may sit at sixty tables. */
const AT_ONCE = 4;

export interface Seated {
  game: MyGame;
  info: Info;
}

export const myMove = (info: Info): boolean => !info.outcome && (info.seat === 'both' || info.side === info.seat);

export class MyGames {
  private infos = $state.raw<Record<string, Info>>({});
  /** Whether all of them have been looked up. */
  known = $state(false);

  constructor() {
    void this.lookAll();
  }

  private async lookAll(): Promise<void> {
    const games = [...settings.kept.games];
    const next = async (): Promise<void> => {
      for (let game = games.shift(); game; game = games.shift()) await this.look(game);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
    this.known = true;
  }

  /** A table that no longer exists is dropped from the list. */
  private async look(game: MyGame): Promise<void> {
    try {
      const info = await api.info(game.token);
      this.infos = { ...this.infos, [game.token]: info };
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 404)) settings.forget(game.token);
    }
  }

  private all = $derived(
    settings.kept.games.flatMap((game): Seated[] => {
      const info = this.infos[game.token];
      return info ? [{ game, info }] : [];
    }),
  );
  /** My move first, then the others' moves; the one played last before the rest. */
  going = $derived(
    this.all
      .filter((g) => !g.info.outcome)
      .toSorted((a, b) => Number(myMove(b.info)) - Number(myMove(a.info)) || b.game.at - a.game.at),
  );
  over = $derived(this.all.filter((g) => g.info.outcome).toSorted((a, b) => b.game.at - a.game.at));
}
