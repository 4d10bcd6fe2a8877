import { useEffect, useMemo } from 'preact/hooks';
import type { CellPlace, CellView } from '../../messages/board.ts';
import type { PageMemory } from './host.ts';
import { canApply, canChoose, placeOf, placeText, whyNotApply } from './pageState.ts';
import { t } from '../elements/texts.ts';

/** Selection for applying or merge requests. */
export interface Choice {
  /** Keys, see {@link placeText}. Same object while the selection is unchanged. */
  readonly chosen: ReadonlySet<string>;
  readonly places: readonly CellPlace[];
  /** The applicable ones. */
  readonly clean: readonly CellPlace[];
  /** Selects the selectable ones, or deselects them if all are selected. */
  readonly choose: (places: readonly CellPlace[]) => void;
  readonly letGo: () => void;
}

/** Selection, stored in the page's memory. */
export function useChoice(parts: {
  readonly memory: PageMemory;
  readonly remember: (memory: PageMemory) => void;
  readonly cellOf: (place: CellPlace) => CellView | undefined;
  /** Announces to screen readers. */
  readonly announce: (words: string) => void;
}): Choice {
  const { memory, remember, cellOf, announce } = parts;
  // deselect cells that a retest found unselectable
  const texts = memory.chosen.filter((text) => canChoose(cellOf(placeOf(text))));
  // also in memory, so that a later test or undo doesn't reselect them
  const known = memory.chosen.filter((text) => {
    const cell = cellOf(placeOf(text));
    return cell === undefined || canChoose(cell);
  });
  useEffect(() => {
    if (known.length === memory.chosen.length) return;
    remember({ ...memory, chosen: known });
    // the count that was said no longer holds
    announce('');
  }, [known.join('\n')]);
  const chosen = useMemo(() => new Set(texts), [texts.join('\n')]);
  const setChosen = (next: Iterable<string>): void => remember({ ...memory, chosen: [...next] });
  const choose = (places: readonly CellPlace[]): void => {
    const possible = places.filter((place) => canChoose(cellOf(place))).map(placeText);
    if (possible.length === 0) {
      const [place, ...others] = places;
      const only = place && others.length === 0 ? cellOf(place) : undefined;
      announce(only ? whyNotApply(only) : t('There is no cell to select.'));
      return;
    }
    const next = new Set(chosen);
    const letsGo = possible.every((text) => chosen.has(text));
    for (const text of possible)
      if (letsGo) next.delete(text);
      else next.add(text);
    setChosen(next);
    announce(t('{0} selected', next.size));
  };
  const chosenPlaces = texts.map(placeOf);
  const clean = chosenPlaces.filter((place) => canApply(cellOf(place)));
  return { chosen, places: chosenPlaces, clean, choose, letGo: () => setChosen([]) };
}
