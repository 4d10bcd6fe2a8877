import { createHash } from 'node:crypto';
import { lineCode } from '../../git/diffLines.ts';
import type { ImportedHistory } from '../../world/plans.ts';
import type { Person } from '../../world/records.ts';
import type { DiscussionState, DraftState, NotePosition, NoteState, ReviewState } from '../../world/reviewRecords.ts';
import { people } from '../people.ts';

const { owner, maintainer, developer, reporter } = people;
const forecastRequest = 5;
const forecastBranch = 'feature/ripeness-forecast';
const forecastFile = 'src/ripening/forecast.ts';
const forecastTest = 'test/forecast.test.ts';

interface Words {
  readonly by: Pick<Person, 'id'>;
  readonly body: string;
  /** `2026-11-20T16:10:00.000Z`. */
  readonly at: string;
}

interface Spot {
  readonly position: NotePosition;
  readonly lineCode: string;
}

/** Line of a file that the branch adds; without old lines, that counter stays 0. */
const spotIn = (history: ImportedHistory, path: string, line: number): Spot => {
  const onMain = history.commits.filter(({ plan }) => (plan.branch ?? 'main') === 'main');
  const own = history.commits.filter(({ plan }) => plan.branch === forecastBranch);
  // the merge request is older than later commits on main
  const began = history.commits.findIndex(({ sha }) => sha === history.hashOf('forecast'));
  const base = onMain.findLast((commit) => history.commits.indexOf(commit) < began)?.sha ?? '';
  return {
    position: {
      baseSha: base,
      startSha: base,
      headSha: own.at(-1)?.sha ?? '',
      type: 'text',
      oldPath: path,
      newPath: path,
      oldLine: null,
      newLine: line,
      range: null,
      picture: null,
    },
    lineCode: lineCode(path, { oldCounter: 0, newCounter: line }),
  };
};

const note = (id: number, type: NoteState['type'], { by, body, at }: Words, spot?: Spot): NoteState => ({
  id,
  type,
  body,
  authorId: by.id,
  createdAt: at,
  updatedAt: at,
  isSystem: false,
  isInternal: false,
  position: spot?.position ?? null,
  lineCode: spot?.lineCode ?? null,
  place: null,
  commitId: null,
  resolution: null,
});

const thread = (subject: DiscussionState['subject'], notes: readonly NoteState[]): DiscussionState => ({
  id: createHash('sha1')
    .update(`sample discussion ${notes[0]?.id ?? 0}`)
    .digest('hex'),
  subject,
  isIndividual: notes[0]?.type === null,
  notes,
});

const settled = (discussion: DiscussionState, by: Pick<Person, 'id'>, at: string): DiscussionState => ({
  ...discussion,
  notes: discussion.notes.map((each) => ({ ...each, resolution: { personId: by.id, at } })),
});

const onRequest = { kind: 'mergeRequest', iid: forecastRequest } as const;

const withAwards = (given: NoteState, name: string, ...by: readonly Pick<Person, 'id'>[]): NoteState => ({
  ...given,
  awards: by.map(({ id: personId }) => ({ name, personId })),
});

const requestThreads = (history: ImportedHistory): readonly DiscussionState[] => {
  const division = spotIn(history, forecastFile, 7);
  const assertion = spotIn(history, forecastTest, 6);
  return [
    thread(onRequest, [
      withAwards(
        note(20_001, null, {
          by: reporter,
          body: 'The growers in Kent would like to try this.',
          at: '2026-11-20T16:10:00.000Z',
        }),
        'tada',
        developer,
      ),
    ]),
    thread(onRequest, [
      note(
        20_002,
        'DiffNote',
        { by: owner, body: 'Does a week begin on Monday here?', at: '2026-11-20T16:14:30.000Z' },
        division,
      ),
      withAwards(
        note(
          20_003,
          'DiffNote',
          { by: developer, body: 'On the day the table begins, so far.', at: '2026-11-20T16:31:00.000Z' },
          division,
        ),
        'thumbsup',
        owner,
        reporter,
      ),
    ]),
    settled(
      thread(onRequest, [
        note(
          20_004,
          'DiffNote',
          { by: maintainer, body: 'Please say what `undefined` means.', at: '2026-11-20T16:20:00.000Z' },
          assertion,
        ),
        note(
          20_005,
          'DiffNote',
          { by: developer, body: 'The name says it now.', at: '2026-11-20T16:35:10.000Z' },
          assertion,
        ),
      ]),
      maintainer,
      '2026-11-20T16:40:00.000Z',
    ),
    thread(onRequest, [
      note(20_006, 'DiscussionNote', {
        by: maintainer,
        body: 'Who will keep the tables current?',
        at: '2026-11-20T16:44:00.000Z',
      }),
    ]),
  ];
};

const commitThreads = (history: ImportedHistory): readonly DiscussionState[] => {
  const forecast = { kind: 'commit', sha: history.hashOf('forecast') } as const;
  const pick = { kind: 'commit', sha: history.hashOf('clean') } as const;
  const line = 6;
  return [
    thread(forecast, [
      {
        ...note(20_007, 'LegacyDiffNote', {
          by: owner,
          body: 'Nine tenths ripe, always?',
          at: '2026-11-20T12:00:00.000Z',
        }),
        place: { path: forecastFile, line, lineType: 'new' },
        lineCode: lineCode(forecastFile, { oldCounter: 0, newCounter: line }),
      },
    ]),
    thread(pick, [
      note(20_008, null, { by: reporter, body: 'We need this in 1.0 too.', at: '2026-11-16T09:12:00.000Z' }),
    ]),
    thread(pick, [
      note(20_009, 'DiscussionNote', { by: developer, body: 'Is it safe to pick?', at: '2026-11-16T09:40:00.000Z' }),
      note(20_010, 'DiscussionNote', {
        by: maintainer,
        body: 'It touches nothing else.',
        at: '2026-11-16T10:02:00.000Z',
      }),
    ]),
  ];
};

const drafts = (history: ImportedHistory, threads: readonly DiscussionState[]): readonly DraftState[] => {
  const spot = spotIn(history, forecastFile, 6);
  const question = threads.find(({ notes }) => notes[0]?.id === 20_002);
  const blank = {
    authorId: maintainer.id,
    mergeRequestIid: forecastRequest,
    discussionId: null,
    resolvesDiscussion: false,
    commitId: null,
    lineCode: null,
    position: null,
  };
  return [
    { ...blank, ...spot, id: 401, note: 'Could the share be a parameter?' },
    { ...blank, id: 402, note: 'Good work; two small things.' },
    {
      ...blank,
      id: 403,
      note: 'Monday it is: see the calendar of the growers.',
      discussionId: question?.id ?? null,
      resolvesDiscussion: true,
    },
  ];
};

/** Threads on commits and a merge request, and Maya's drafts. */
export const orchardReview = (history: ImportedHistory): ReviewState => {
  const threads = requestThreads(history);
  return { discussions: [...commitThreads(history), ...threads], drafts: drafts(history, threads), approvals: [] };
};
