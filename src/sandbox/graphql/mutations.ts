import { parseGlobalId } from '../../wire/graphql.ts';
import { maxPeople } from '../edition.ts';
import type { IssueState } from '../world/issueRecords.ts';
import { levelIn } from '../world/access.ts';
import { levels, type MergeRequestState, type ProjectState } from '../world/records.ts';
import { canReadIssue, findIssue, issueNode } from './issues.ts';
import { findRequest, requestNode } from './mergeRequests.ts';
import { awardMutations } from './notes.ts';
import { findProject } from './projects.ts';
import { checkMayWrite, notAvailable, type QueryContext, type Session } from './session.ts';

/** Fields common to the inputs. */
interface Target {
  readonly projectPath: string;
  readonly iid: string;
  readonly clientMutationId?: string | null;
}

interface Input<Values> {
  readonly input: Target & Values;
}

const maxTitle = 255;

/** Project of the target if the caller has the role; missing and forbidden give the same error. */
const openProject = (session: Session, { projectPath }: Target, level: number): ProjectState => {
  const { world, person } = session;
  const project = findProject(session, projectPath);
  checkMayWrite(session, level === levels.reporter ? 'Issue: Update' : 'Merge Request: Update');
  if (project === undefined || person === undefined) throw notAvailable();
  if (!person.isAdmin && levelIn(world, person, project) < level) throw notAvailable();
  return project;
};

/** Changes an issue unless there are errors; the payload holds the result. */
const changeIssue = async <Values>(
  session: Session,
  { input }: Input<Values>,
  change: (issue: IssueState) => { readonly change: Partial<IssueState>; readonly errors: readonly string[] },
) => {
  const project = openProject(session, input, levels.reporter);
  const issue = project.issues?.find(({ iid }) => String(iid) === input.iid);
  if (issue === undefined || !canReadIssue(session, { project, issue })) throw notAvailable();
  const outcome = change(issue);
  if (outcome.errors.length === 0) {
    const updatedAt = session.now().toISOString();
    await session.world.updateProject(project.id, (state) => ({
      ...state,
      issues: (state.issues ?? []).map((one) => (one.id === issue.id ? { ...one, ...outcome.change, updatedAt } : one)),
    }));
  }
  const now = findIssue(session, issue.id) ?? { project, issue };
  return { clientMutationId: input.clientMutationId, errors: outcome.errors, issue: issueNode(session, now) };
};

/** Changes a merge request unless there are errors; the payload holds the result. */
const changeRequest = async <Values>(
  session: Session,
  { input }: Input<Values>,
  change: (request: MergeRequestState) => {
    readonly change: Partial<MergeRequestState>;
    readonly errors: readonly string[];
  },
) => {
  const project = openProject(session, input, levels.developer);
  const request = project.mergeRequests.find(({ iid }) => String(iid) === input.iid);
  if (request === undefined) throw notAvailable();
  const outcome = change(request);
  if (outcome.errors.length === 0) {
    const updatedAt = session.now().toISOString();
    await session.world.updateProject(project.id, (state) => ({
      ...state,
      mergeRequests: state.mergeRequests.map((one) =>
        one.id === request.id ? { ...one, ...outcome.change, updatedAt } : one,
      ),
    }));
  }
  const now = findRequest(session, request.id) ?? { project, request };
  return { clientMutationId: input.clientMutationId, errors: outcome.errors, mergeRequest: requestNode(session, now) };
};

type Reviewing = Input<{
  readonly reviewerUsernames: readonly string[];
  readonly operationMode: 'APPEND' | 'REMOVE' | 'REPLACE';
}>;

/** IDs by username; unknown names are skipped, as in GitLab. */
const numbersOf = ({ world }: Session, names: readonly (string | null)[]): readonly number[] =>
  names.flatMap((name) => world.state.people.find(({ username }) => username === name)?.id ?? []);

type Assigning = Input<{
  readonly assigneeUsernames: readonly (string | null)[];
  readonly operationMode: 'APPEND' | 'REMOVE' | 'REPLACE';
}>;

const assigned = (
  before: readonly number[],
  named: readonly number[],
  mode: Assigning['input']['operationMode'],
): readonly number[] => {
  switch (mode) {
    case 'APPEND':
      return [...new Set([...before, ...named])];
    case 'REMOVE':
      return before.filter((id) => !named.includes(id));
    case 'REPLACE':
      return named;
  }
};

/** Validation errors are `errors` of the payload, all others errors of the field. */
export const mutations = {
  ...awardMutations,

  issueSetWeight: (given: Input<{ readonly weight?: number | null }>, { session }: QueryContext) =>
    changeIssue(session, given, () => {
      const weight = given.input.weight ?? null;
      const errors = weight !== null && weight < 0 ? ['Weight must be greater than or equal to 0'] : [];
      return { change: { weight }, errors };
    }),

  issueSetAssignees: (given: Assigning, { session }: QueryContext) =>
    changeIssue(session, given, ({ assigneeIds }) => {
      const { assigneeUsernames, operationMode } = given.input;
      const named = numbersOf(session, assigneeUsernames);
      return { change: { assigneeIds: assigned(assigneeIds, named, operationMode) }, errors: [] };
    }),

  updateIssue: (
    given: Input<{
      readonly title?: string | null;
      readonly description?: string | null;
      readonly stateEvent?: 'CLOSE' | 'REOPEN' | null;
    }>,
    { session }: QueryContext,
  ) =>
    changeIssue(session, given, (issue) => {
      const { title = issue.title, description, stateEvent } = given.input;
      const state = stateEvent == null ? issue.state : stateEvent === 'CLOSE' ? 'closed' : 'opened';
      const errors =
        title === null || title.trim() === ''
          ? ["Title can't be blank"]
          : title.length > maxTitle
            ? [`Title is too long (maximum is ${maxTitle} characters)`]
            : [];
      return { change: { title: title ?? '', description: description ?? issue.description, state }, errors };
    }),

  mergeRequestSetDraft: (given: Input<{ readonly draft: boolean }>, { session }: QueryContext) =>
    changeRequest(session, given, ({ title }) => {
      const words = title.replace(/^\s*(?:(?:draft:|\[draft\]|\(draft\))\s*)+/i, '');
      const { draft } = given.input;
      return { change: { isDraft: draft, title: draft ? `Draft: ${words}` : words }, errors: [] };
    }),

  mergeRequestSetReviewers: (given: Reviewing, { session }: QueryContext) =>
    changeRequest(session, given, ({ reviewerIds = [] }) => {
      const { reviewerUsernames, operationMode } = given.input;
      const named = numbersOf(session, reviewerUsernames);
      const all = assigned(reviewerIds, named, operationMode);
      return { change: { reviewerIds: all.slice(0, maxPeople(session.edition)) }, errors: [] };
    }),

  mergeRequestReviewerRereview: (given: Input<{ readonly userId: string }>, { session }: QueryContext) =>
    changeRequest(session, given, ({ reviewerIds = [], askedAgain = [] }) => {
      const personId = Number(parseGlobalId(given.input.userId)?.id);
      if (!reviewerIds.includes(personId)) return { change: {}, errors: ['Reviewer not found'] };
      const at = session.now().toISOString();
      const others = askedAgain.filter((asked) => asked.personId !== personId);
      return { change: { askedAgain: [...others, { personId, at }] }, errors: [] };
    }),
};
