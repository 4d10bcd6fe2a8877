import type { CarriedOut } from '../../wire/notes.ts';
import { git } from '../git/command.ts';
import { isBranchName } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import type { JsonReply, RequestContext } from '../handling.ts';
import { badRequest } from '../refusals.ts';
import { canPushCode } from '../world/access.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { changedMembers, type Given } from './mergeRequestWriting.ts';

/** API changes and a summary sentence. */
interface Effect {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly summary: string;
}

/** Quick actions by name; they return undefined when not applicable. */
type QuickActions = Readonly<Record<string, (argument: string) => Promise<Effect | undefined>>>;

/** Remaining text and the changes by quick actions. */
export interface Interpreted {
  readonly text: string;
  readonly changes: Effect['changes'];
  /** Of applied quick actions. */
  readonly summaries: readonly string[];
  /** The text had quick actions only. */
  readonly isAlone: boolean;
}

const isFence = (line: string): boolean => /^\s*(```|~~~)/.test(line);

/** Extracts lines `/name argument` outside code blocks. */
const split = (
  body: string,
  known: QuickActions,
): { readonly text: string; readonly actions: readonly (readonly [name: string, argument: string])[] } => {
  const kept: string[] = [];
  const actions: [string, string][] = [];
  let isCode = false;
  for (const line of body.split('\n')) {
    if (isFence(line)) isCode = !isCode;
    const [, name = '', argument = ''] = /^\/([a-z_]+)(?:\s+(\S.*))?$/.exec(line.trimEnd()) ?? [];
    if (!isCode && Object.hasOwn(known, name)) actions.push([name, argument]);
    else kept.push(line);
  }
  return actions.length === 0 ? { text: body, actions } : { text: kept.join('\n').trim(), actions };
};

/** Runs the quick actions of a text; removes those that can't be applied, too. */
export const interpret = async (body: string, known: QuickActions): Promise<Interpreted> => {
  const { text, actions } = split(body, known);
  const effects: Effect[] = [];
  for (const [name, argument] of actions)
    effects.push(...[await known[name]?.(argument)].filter((each) => each !== undefined));
  return {
    text,
    changes: Object.fromEntries(effects.flatMap(({ changes }) => Object.entries(changes))),
    summaries: effects.map(({ summary }) => summary),
    isAlone: actions.length > 0 && text === '',
  };
};

/**
 * Runs the quick actions of a note. Returns the remaining text and the changes, or, without text, the response. Throws
 * 400 when there is no text and no action applies.
 */
export const runQuickActions = async (
  body: string,
  known: QuickActions,
): Promise<
  { readonly text: string; readonly changes: Effect['changes'] } | { readonly answer: JsonReply<CarriedOut> }
> => {
  const { text, changes, summaries, isAlone } = await interpret(body, known);
  if (!isAlone) return { text, changes };
  if (summaries.length === 0) throw badRequest('Failed to apply commands.');
  return { answer: { kind: 'json', status: 202, body: { commands_changes: changes, summary: [summaries.join(' ')] } } };
};

/** `/tag NAME MESSAGE` on a commit, for Developers. */
export const commitActions = (
  visit: RequestContext,
  { project, repository }: { readonly project: ProjectState; readonly repository: Repository },
  sha: string,
): QuickActions => ({
  tag: async (argument) => {
    const [name = '', ...message] = argument.split(' ');
    if (!canPushCode(visit.world, visit.person, project) || !isBranchName(name)) return undefined;
    const { name: tagger = '', email = '' } = visit.person ?? {};
    const { code } = await git(
      repository.directory,
      message.length === 0
        ? ['tag', '--', name, sha]
        : ['tag', '--annotate', `--message=${message.join(' ')}`, '--', name, sha],
      { environment: { GIT_COMMITTER_NAME: tagger, GIT_COMMITTER_EMAIL: email }, expected: [0, 128] },
    );
    const changes = { tag_name: name, tag_message: message.length === 0 ? null : message.join(' ') };
    const words = message.length === 0 ? '' : ` with "${message.join(' ')}"`;
    return code === 0 ? { changes, summary: `Tagged this commit to ${name}${words}.` } : undefined;
  },
});

/** Recognized quick actions that have no effect in the sandbox. */
const otherActions = [
  'approve',
  'assign',
  'assign_reviewer',
  'copy_metadata',
  'done',
  'estimate',
  'label',
  'lock',
  'merge',
  'milestone',
  'react',
  'rebase',
  'relabel',
  'remove_estimate',
  'remove_milestone',
  'remove_time_spent',
  'request_changes',
  'spend',
  'submit_review',
  'subscribe',
  'target_branch',
  'todo',
  'unapprove',
  'unassign',
  'unassign_reviewer',
  'unlabel',
  'unlock',
  'unsubscribe',
];

/** Developers and the author may change state and title; other actions can't be applied. */
export const mergeRequestActions = (
  visit: RequestContext,
  { project, request: { id, authorId } }: { readonly project: ProjectState; readonly request: MergeRequestState },
): QuickActions => {
  const { person, world } = visit;
  const mayChange = canPushCode(world, person, project) || person?.id === authorId;
  type Change = { readonly given: Given; readonly effect: Effect } | undefined;
  const changing =
    (make: (request: MergeRequestState, argument: string) => Change) =>
    async (argument: string): Promise<Effect | undefined> => {
      const request = world.state.projects.flatMap(({ mergeRequests }) => mergeRequests).find((each) => each.id === id);
      const change = mayChange && request !== undefined ? make(request, argument) : undefined;
      if (change === undefined) return undefined;
      const at = visit.now().toISOString();
      const changed = changedMembers(visit, project, change.given, at);
      await world.updateProject(project.id, (state) => ({
        ...state,
        mergeRequests: state.mergeRequests.map((each) => (each.id === id ? { ...each, ...changed } : each)),
      }));
      return change.effect;
    };
  const told = (given: Given, changes: Effect['changes'], summary: string): Change => ({
    given,
    effect: { changes, summary },
  });
  const mark = (form: 'draft' | 'ready') =>
    changing(({ title, state }) => {
      const plain = title.replace(/^\s*(?:(?:draft:|\[draft\]|\(draft\))\s*)+/i, '');
      const words = `Marked this merge request as ${form === 'draft' ? 'a draft' : 'ready'}.`;
      if (state !== 'opened') return undefined;
      return told({ title: form === 'draft' ? `Draft: ${plain}` : plain }, { wip_event: form }, words);
    });
  const settle = (event: 'close' | 'reopen', before: MergeRequestState['state']) =>
    changing(({ state }) =>
      state === before
        ? told(
            { state_event: event },
            { state_event: event },
            `${event === 'close' ? 'Closed' : 'Reopened'} this merge request.`,
          )
        : undefined,
    );
  return {
    ...Object.fromEntries(otherActions.map((name) => [name, async () => undefined])),
    draft: mark('draft'),
    ready: mark('ready'),
    close: settle('close', 'opened'),
    reopen: settle('reopen', 'closed'),
    title: changing((_, title) =>
      title === '' ? undefined : told({ title }, { title }, `Changed the title to "${title}".`),
    ),
  };
};
