import type { CarriedOut } from '../../wire/notes.ts';
import { git } from '../git/command.ts';
import { isBranchName } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import type { JsonReply, Visitor } from '../handling.ts';
import { canPushCode } from '../world/access.ts';
import type { MergeRequestState, ProjectState } from '../world/records.ts';
import { badNote } from './noteRecords.ts';

/** What a quick action changed, as the wire has it and in a sentence. */
interface Effect {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly summary: string;
}

/** The quick actions one may write somewhere, by name; undefined when one cannot be applied. */
type QuickActions = Readonly<Record<string, (argument: string) => Promise<Effect | undefined>>>;

const isFence = (line: string): boolean => /^\s*(```|~~~)/.test(line);

/** Takes the lines `/name argument` out of a text, but for those in blocks of code. */
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

/**
 * Carries out the quick actions of a note. Answers the text that is left to be saved and what they changed, or the answer in
 * place of a note when there is no text. Refuses with 400 when nothing is left and an action cannot be applied.
 */
export const carryOut = async (
  body: string,
  known: QuickActions,
): Promise<
  { readonly text: string; readonly changes: Effect['changes'] } | { readonly answer: JsonReply<CarriedOut> }
> => {
  const { text, actions } = split(body, known);
  const effects: Effect[] = [];
  const failed: string[] = [];
  for (const [name, argument] of actions) {
    const effect = await known[name]?.(argument);
    if (effect === undefined) failed.push(`Could not apply ${name} command.`);
    else effects.push(effect);
  }
  const changes = Object.fromEntries(effects.flatMap((effect) => Object.entries(effect.changes)));
  if (actions.length === 0 || text !== '') return { text, changes };
  if (failed.length > 0) throw badNote('commands', failed);
  const summary = effects.map((effect) => effect.summary);
  return { answer: { kind: 'json', status: 202, body: { commands_changes: changes, summary } } };
};

/** `/tag NAME MESSAGE` on a commit; developers may. */
export const commitActions = (
  visit: Visitor,
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
    return code === 0 ? { changes, summary: `Tagged this commit to ${name}.` } : undefined;
  },
});

/** `/draft` and `/ready` on an open merge request; developers and its author may. */
export const mergeRequestActions = (
  visit: Visitor,
  { project, request }: { readonly project: ProjectState; readonly request: MergeRequestState },
): QuickActions => {
  const mayChange = canPushCode(visit.world, visit.person, project) || visit.person?.id === request.authorId;
  const mark = (isDraft: boolean) => async (): Promise<Effect | undefined> => {
    if (!mayChange || request.state !== 'opened') return undefined;
    await visit.world.updateProject(project.id, (state) => ({
      ...state,
      mergeRequests: state.mergeRequests.map((other) =>
        other.id === request.id ? { ...other, isDraft, updatedAt: visit.now().toISOString() } : other,
      ),
    }));
    const event = isDraft ? 'draft' : 'ready';
    return { changes: { wip_event: event }, summary: `Marked this merge request as ${isDraft ? 'a draft' : 'ready'}.` };
  };
  return { draft: mark(true), ready: mark(false) };
};
