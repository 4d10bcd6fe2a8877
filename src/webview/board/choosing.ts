import { useEffect, useMemo } from 'preact/hooks';
import type { CellPlace, CellView } from '../../messages/board.ts';
import type { PageMemory } from './host.ts';
import { canApply, canChoose, placeOf, placeText, whyNotApply } from './pageState.ts';
import { t } from '../elements/texts.ts';

/** The cells chosen for applying or for merge requests. */
export interface Choice {
  /** As texts; see {@link placeText}. The same object while the same cells are chosen. */
  readonly chosen: ReadonlySet<string>;
  readonly places: readonly CellPlace[];
  /** Those of them that can be applied. */
  readonly clean: readonly CellPlace[];
  /** Chooses what can be applied of some cells; lets them go where all of that is chosen already. */
  readonly choose: (places: readonly CellPlace[]) => void;
  readonly letGo: () => void;
}

/** Keeps which cells are chosen in what the page remembers. */
export function useChoice(parts: {
  readonly memory: PageMemory;
  readonly remember: (memory: PageMemory) => void;
  readonly cellOf: (place: CellPlace) => CellView | undefined;
  /** Tells those who do not see the grid what has come of it. */
  readonly say: (words: string) => void;
}): Choice {
  const { memory, remember, cellOf, say } = parts;
  // what has been tested again and is not clean any more is not chosen any more
  const texts = memory.chosen.filter((text) => canChoose(cellOf(placeOf(text))));
  // nor is it chosen again by itself once a test or an undo makes it clean once more
  const known = memory.chosen.filter((text) => {
    const cell = cellOf(placeOf(text));
    return cell === undefined || canChoose(cell);
  });
  useEffect(() => {
    if (known.length < memory.chosen.length) remember({ ...memory, chosen: known });
  }, [known.join('\n')]);
  const chosen = useMemo(() => new Set(texts), [texts.join('\n')]);
  const setChosen = (next: Iterable<string>): void => remember({ ...memory, chosen: [...next] });
  const choose = (places: readonly CellPlace[]): void => {
    const possible = places.filter((place) => canChoose(cellOf(place))).map(placeText);
    if (possible.length === 0) {
      const [place, ...others] = places;
      const only = place && others.length === 0 ? cellOf(place) : undefined;
      say(only ? whyNotApply(only) : t('There is no cell to select.'));
      return;
    }
    const next = new Set(chosen);
    const letsGo = possible.every((text) => chosen.has(text));
    for (const text of possible)
      if (letsGo) next.delete(text);
      else next.add(text);
    setChosen(next);
    say(t('{0} selected', next.size));
  };
  const chosenPlaces = texts.map(placeOf);
  const clean = chosenPlaces.filter((place) => canApply(cellOf(place)));
  return { chosen, places: chosenPlaces, clean, choose, letGo: () => setChosen([]) };
}
