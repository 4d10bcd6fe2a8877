import { visible } from '../kit/words/format.ts';
import { pushSentence } from '../kit/words/rightsMessages.ts';
import type { BackportPlace, Backports } from '../commits/area.ts';
import type { BoardArea } from './area.ts';
import { type ConflictAt, fetchForConflict, openConflict, readConflict, tryInClone } from './resolving/conflicts.ts';
import { readPresence } from './presence.ts';
import { createMergeRequest } from './resolving/commit.ts';
import type { ConflictPick } from './resolving/conflictPick.ts';
import { lead } from './resolving/lead.ts';
import { discardResolution, resolutionView } from './resolving/resolve.ts';

export const singlePicks = (area: () => BoardArea): Backports => ({
  rightsOf: async (open, branch, signal) => {
    const { rights } = await area().branchRights.read(open, branch, { signal });
    return visible(pushSentence(rights));
  },
  tryInClone: (open) => tryInClone(area(), open),
  conflictOf: (place, signal) => readConflict(area(), atOf(place), signal),
  presenceOf: (place, signal) => readPresence(area(), place, signal),
  openConflict: async (place, path) => {
    await openConflict(area(), atOf(place), path);
  },
  fetchFor: (place) => fetchForConflict(area(), atOf(place)),
  resolve: (place) => lead(area(), place),
  resolutionOf: (place) => resolutionView(area(), apart(place)),
  discard: (place) => discardResolution(area(), apart(place)),
  createMergeRequest: (place, source) => createMergeRequest(area(), apart(place), source),
});

const atOf = ({ open, action, sha, branch, tip }: BackportPlace): ConflictAt => ({
  open,
  pick: { action, sha, branch },
  tip,
});

const apart = (place: BackportPlace): ConflictPick => ({ ...place, session: undefined });
