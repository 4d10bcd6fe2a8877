import { GraphQLError } from 'graphql';
import { globalId, parseGlobalId } from '../../wire/graphql.ts';
import { canReadCode, levelIn } from '../world/access.ts';
import { levels, type MergeRequestState, type Person, type ProjectState } from '../world/records.ts';
import { changeReview, isAbout, reviewOf, withDiscussion } from '../world/review.ts';
import type { Award, DiscussionState, NoteState, ReviewState } from '../world/reviewRecords.ts';
import { connection, type PageArguments } from './connections.ts';
import { checkMayWrite, notAvailable, type QueryContext, type Session } from './session.ts';
import { userNode, userOf } from './users.ts';

/** Reactions by name; null for a custom emoji, which has no character. */
const emoji: Readonly<Record<string, string | null>> = {
  thumbsup: '👍',
  thumbsdown: '👎',
  smile: '😄',
  tada: '🎉',
  heart: '❤️',
  rocket: '🚀',
  eyes: '👀',
  apple: '🍎',
  golden_apple: null,
};

const readsInternal = ({ world, person }: Session, project: ProjectState): boolean =>
  person?.isAdmin === true || levelIn(world, person, project) >= levels.reporter;

const awardNode = (session: Session, { name, personId }: Award) => {
  const person = session.world.person(personId);
  return person === undefined
    ? []
    : [
        {
          name,
          emoji: (Object.hasOwn(emoji, name) ? emoji[name] : undefined) ?? null,
          user: userNode(session, person),
        },
      ];
};

const noteNode = (session: Session, note: NoteState) => ({
  id: globalId(note.type === null ? 'Note' : note.type, note.id),
  author: userOf(session, note.authorId),
  body: note.body,
  createdAt: note.createdAt,
  system: note.isSystem,
  awardEmoji: (page: PageArguments) =>
    connection(
      (note.awards ?? []).flatMap((award) => awardNode(session, award)),
      page,
      { keyOf: ({ name, user }) => `${name} ${user.username}`, nodeOf: (node) => node },
    ),
});

/** Notes that the caller may read, oldest first. */
export const noteConnection = (
  session: Session,
  { project, request }: { readonly project: ProjectState; readonly request: MergeRequestState },
  page: PageArguments,
) => {
  const notes = reviewOf(project)
    .discussions.filter((discussion) => isAbout(discussion, { kind: 'mergeRequest', iid: request.iid }))
    .flatMap((discussion) => discussion.notes)
    .filter(({ isInternal }) => !isInternal || readsInternal(session, project))
    .toSorted((one, other) => one.id - other.id);
  return connection(notes, page, { keyOf: ({ id }) => id, nodeOf: (note) => noteNode(session, note) });
};

type Awarding = { readonly input: { readonly awardableId: string; readonly name: string } };

const noteIn = (review: ReviewState, id: number): readonly [DiscussionState, NoteState] | undefined => {
  for (const discussion of review.discussions) {
    const note = discussion.notes.find((each) => each.id === id);
    if (note !== undefined && discussion.subject.kind === 'mergeRequest') return [discussion, note];
  }
  return undefined;
};

/** Changes the reactions to a note; a string from `change` is an error of the payload. */
const changeAwards = async (
  session: Session,
  { input: { awardableId } }: Awarding,
  change: (awards: readonly Award[], person: Person) => readonly Award[] | string,
) => {
  const { world, person } = session;
  const id = Number(parseGlobalId(awardableId)?.id);
  const project = world.state.projects.find((each) => noteIn(reviewOf(each), id) !== undefined);
  const [, found] = (project && noteIn(reviewOf(project), id)) ?? [];
  checkMayWrite(session, 'Award Emoji: Update');
  if (project === undefined || person === undefined || found === undefined) throw notAvailable();
  const isReadable = canReadCode(world, person, project) && (!found.isInternal || readsInternal(session, project));
  if (!isReadable || project.isArchived) throw notAvailable();
  if (found.isSystem) throw new GraphQLError('You cannot award emoji to this resource.');
  const errors = await changeReview(world, { project, now: session.now() }, (review) => {
    const [discussion, note] = noteIn(review, id) ?? [];
    const awards = change(note?.awards ?? [], person);
    if (typeof awards === 'string') return [review, [awards]];
    if (discussion === undefined) throw notAvailable();
    const notes = discussion.notes.map((each) => (each.id === id ? { ...each, awards } : each));
    return [withDiscussion(review, { ...discussion, notes }), []];
  });
  return { errors };
};

export const awardMutations = {
  awardEmojiAdd: (given: Awarding, { session }: QueryContext) =>
    changeAwards(session, given, (awards, { id: personId }) => {
      const { name } = given.input;
      if (!Object.hasOwn(emoji, name)) return 'Name is not a valid emoji name';
      if (awards.some((award) => award.name === name && award.personId === personId))
        return 'Name has already been taken';
      return [...awards, { name, personId }];
    }),

  awardEmojiRemove: (given: Awarding, { session }: QueryContext) =>
    changeAwards(session, given, (awards, person) => {
      const { name } = given.input;
      const left = awards.filter((award) => award.name !== name || award.personId !== person.id);
      return left.length < awards.length ? left : `User has not awarded emoji of type ${name} on the awardable`;
    }),
};
