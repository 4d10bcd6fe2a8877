import type { VNode } from 'preact';
import type { DraftView, ThreadView } from '../../../messages/review.ts';
import { DateText } from '../../elements/dateText.tsx';
import { Icon, IconButton } from '../../elements/icon.tsx';
import { SafeText } from '../../elements/safeText.tsx';
import { MarkdownText } from '../../markdown/markdownText.tsx';
import type { MarkdownPlaces } from '../../markdown/markdownTree.ts';
import { DraftCode } from './draftCode.tsx';
import { DraftEditor } from './draftEditor.tsx';
import { Findings } from './findings.tsx';
import type { Editing } from './reviewState.ts';
import { t } from '../../elements/texts.ts';

export interface DraftActions {
  readonly edit: (id: number) => void;
  readonly remove: (id: number) => void;
  readonly publish: (id: number) => void;
  readonly jump: (id: number) => void;
  readonly move: (id: number) => void;
  readonly keep: (id: number, text: string) => void;
  readonly save: (id: number, text: string, over: boolean) => void;
  readonly discard: (id: number, isChanged: boolean) => void;
  readonly leave: (id: number, isChanged: boolean) => void;
  readonly focused: (id: number) => void;
}

export interface DraftCardProps {
  readonly draft: DraftView;
  readonly editing: Editing | undefined;
  readonly places: MarkdownPlaces;
  readonly position: number;
  readonly count: number;
  /** For screen readers. */
  readonly path: string | undefined;
  readonly actions: DraftActions;
}

export const draftElementId = (id: number): string => `draft${id}`;

const busyMessage: Readonly<Record<NonNullable<DraftView['busy']>, string>> = {
  saving: t('Saving…'),
  deleting: t('Deleting…'),
  publishing: t('Publishing…'),
};

/** Draft with its code, thread and problems. */
export function DraftCard(props: DraftCardProps): VNode {
  const { draft, editing, actions } = props;
  const { id } = draft;
  return (
    <li
      id={draftElementId(id)}
      class={`draft${draft.busy ? ' isBusy' : ''}`}
      tabIndex={-1}
      aria-label={cardLabel(props)}
      aria-busy={draft.busy !== undefined}
      onFocusIn={() => actions.focused(id)}
    >
      <div class="draftHead">
        <Icon name={draft.thread ? 'reply' : 'comment-draft'} class="quiet" />
        <span class="draftPlace">{draft.place}</span>
        <span class="label">{t('Pending')}</span>
        {draft.effect === 'resolves' && (
          <span class="effect">
            <Icon name="pass" class="good" /> {t('Resolves the thread')}
          </span>
        )}
        {draft.effect === 'reopens' && (
          <span class="effect">
            <Icon name="issue-reopened" class="warning" /> {t('Reopens the thread')}
          </span>
        )}
        {draft.busy && (
          <span class="quiet" role="status">
            <Icon name="loading" class="codicon-modifier-spin" /> {busyMessage[draft.busy]}
          </span>
        )}
        <span class="filler" />
        {draft.canJump && (
          <IconButton icon="go-to-file" label={t('Show in diff editor (o)')} onClick={() => actions.jump(id)} />
        )}
        <IconButton icon="edit" label={t('Edit (e)')} onClick={() => actions.edit(id)} />
        <IconButton icon="trash" label={t('Delete (d)')} onClick={() => actions.remove(id)} />
        <IconButton icon="cloud-upload" label={t('Publish this draft (p)')} onClick={() => actions.publish(id)} />
      </div>
      <Findings
        findings={draft.findings}
        label={t('Problems with the draft')}
        onMove={draft.busy === undefined ? () => actions.move(id) : undefined}
      />
      {draft.code && <DraftCode code={draft.code} path={props.path ?? ''} place={draft.place} />}
      {draft.withoutCode !== undefined && <p class="withoutCode quiet">{draft.withoutCode}</p>}
      {draft.thread && <Thread thread={draft.thread} places={props.places} />}
      <div class="draftBody">
        {editing ? (
          <DraftEditor
            editing={editing}
            place={draft.place}
            onKeep={(text) => actions.keep(id, text)}
            onSave={(text, over) => actions.save(id, text, over)}
            onDiscard={(isChanged) => actions.discard(id, isChanged)}
            onLeave={(isChanged) => actions.leave(id, isChanged)}
          />
        ) : (
          <DraftText text={draft.text} places={props.places} />
        )}
      </div>
    </li>
  );
}

function cardLabel({ draft, position, count, path }: DraftCardProps): string {
  const worst = draft.findings[0]?.severity;
  return [
    path === undefined
      ? t('Draft {0} of {1}: {2}', position, count, draft.place)
      : t('Draft {0} of {1}: {2} of {3}', position, count, draft.place, path),
    ...(worst === 'blocker' ? [t('cannot be published')] : worst === 'warning' ? [t('has warnings')] : []),
  ].join(', ');
}

function Thread({ thread, places }: { readonly thread: ThreadView; readonly places: MarkdownPlaces }): VNode {
  const { last, comments } = thread;
  if (!last) {
    return (
      <p class="thread quiet">
        <Icon name="comment-discussion" /> {t('The thread no longer exists.')}
      </p>
    );
  }
  return (
    <div class="thread" role="group" aria-label={t('Thread')}>
      <p class="threadHead quiet">
        <strong>
          <SafeText text={last.author} role="name" />
        </strong>{' '}
        <DateText at={last.at} />
        {comments > 1 && ` · ${t('last of {0} comments', comments)}`}
        {thread.isResolved && ` · ${t('resolved')}`}
      </p>
      <DraftText text={last.body} places={places} />
    </div>
  );
}

/** Characters from which on a text gets its own scrollbar. */
const longText = 4_000;

/** Rendered Markdown. */
function DraftText(props: { readonly text: string; readonly places: MarkdownPlaces }): VNode {
  if (props.text.trim() === '') return <p class="quiet">{t('(empty)')}</p>;
  const text = <MarkdownText text={props.text} places={props.places} />;
  if (props.text.length < longText) return text;
  return (
    <div class="longText" role="group" aria-label={t('Long text')} tabIndex={0}>
      {text}
    </div>
  );
}
