import { visible } from '../kit/format.ts';
import { pushSentence } from '../kit/rightsMessages.ts';
import type { BackportPlace, Backports } from '../commits/area.ts';
import type { BoardArea } from './area.ts';
import { type ConflictAt, fetchForConflict, openConflict, readConflict } from './conflicts.ts';
import { readPresence } from './presence.ts';
import { lead } from './resolving/lead.ts';

/** What a single pick shows and does as a cell of a board. */
export const singlePicks = (area: () => BoardArea): Backports => ({
  rightsOf: async (open, branch, signal) => {
    const { rights } = await area().branchRights.read(open, branch, { signal });
    return visible(pushSentence(rights));
  },
  conflictOf: (place, signal) => readConflict(area(), atOf(place), signal),
  presenceOf: (place, signal) => readPresence(area(), place, signal),
  openConflict: async (place, path) => {
    await openConflict(area(), atOf(place), path);
  },
  fetchFor: (place) => fetchForConflict(area(), atOf(place)),
  resolve: ({ open, sha, branch }) => lead(area(), open, { sha, branch }),
});

const atOf = ({ open, sha, branch, tip }: BackportPlace): ConflictAt => ({ open, place: { sha, branch }, tip });
