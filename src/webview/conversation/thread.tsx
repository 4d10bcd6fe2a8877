import type { ComponentChild, VNode } from 'preact';
import type { NoteView, ThreadView } from '../../messages/conversation.ts';
import { DateText } from '../elements/dateText.tsx';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import type { MarkdownPlaces } from '../markdown/markdownTree.ts';
import { MarkdownText } from '../markdown/markdownText.tsx';
import { many, t } from '../elements/texts.ts';

export interface ThreadBoxProps {
  readonly thread: ThreadView;
  readonly places: MarkdownPlaces;
  /** Above the notes, such as the original place. */
  readonly above?: ComponentChild;
  /** Edit buttons and editor of own notes. */
  readonly own?: (note: NoteView) => OwnParts | undefined;
  readonly below?: ((note: NoteView) => ComponentChild) | undefined;
  /** Below the notes. */
  readonly children?: ComponentChild;
}

/** Replaces (`field`) or adds to (`tools`) an own note. */
export interface OwnParts {
  readonly field?: VNode;
  readonly tools?: VNode;
}

export function ThreadBox({ thread, places, above, own, below, children }: ThreadBoxProps): VNode {
  return (
    <article
      class={thread.resolution === 'resolved' ? 'threadBox resolved' : 'threadBox'}
      aria-label={threadLabel(thread)}
    >
      {above}
      {thread.resolution === 'resolved' && (
        <p class="threadState">
          <Icon name="pass" class="good" /> {t('Resolved')}
        </p>
      )}
      {thread.notes.map((note) => (
        <Note key={note.id} note={note} places={places} {...own?.(note)} below={below?.(note)} />
      ))}
      {children}
    </article>
  );
}

/** Accessible name. */
export function threadLabel({ notes }: ThreadView): string {
  const [first] = notes;
  const replies = notes.length - 1;
  const author = first?.author ?? t('unknown user');
  if (replies === 0) return t('Comment by {0}', author);
  return many(replies, 'Comment by {1}, {0} reply', 'Comment by {1}, {0} replies', author);
}

export function Note(
  props: OwnParts & { readonly note: NoteView; readonly places: MarkdownPlaces; readonly below?: ComponentChild },
): VNode {
  const { note, places } = props;
  if (note.isSystem) {
    return (
      <div class="remark system">
        <Icon name="info" class="quiet" />
        <strong>
          <SafeText text={note.author} role="name" />
        </strong>
        <MarkdownText text={note.body} places={places} />
        <DateText at={note.at} />
      </div>
    );
  }
  return (
    <div class="remark">
      <span class="initials" aria-hidden="true">
        {initials(note.author)}
      </span>
      <div class="remarkMain">
        <p class="remarkHead">
          <strong>
            <SafeText text={note.author} role="name" />
          </strong>
          {note.username !== undefined && (
            <span class="quiet">
              @<SafeText text={note.username} role="name" />
            </span>
          )}
          <DateText at={note.at} />
          {note.isEdited && <span class="quiet">{t('edited')}</span>}
          {note.isOwn && <span class="tag">{t('You')}</span>}
          {note.labels.map((label) => (
            <span key={label} class="tag">
              <SafeText text={label} role="name" />
            </span>
          ))}
          {props.tools}
        </p>
        {props.field ?? <MarkdownText text={note.body} places={places} />}
        {props.below}
      </div>
    </div>
  );
}

/** First letters of first and last name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => /\p{L}|\p{N}/u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase();
}
