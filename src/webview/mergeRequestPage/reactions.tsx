import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { NoteView, ReactionView } from '../../messages/conversation.ts';
import { Icon } from '../elements/icon.tsx';
import { t } from '../elements/texts.ts';
import type { Host } from './host.ts';

/** One toggle button for each reaction, and a menu of more. */
export function Reactions(props: {
  readonly note: NoteView;
  /** Undefined if reactions aren't allowed. */
  readonly offered: readonly ReactionView[] | undefined;
  readonly post: Host['post'];
}): VNode | undefined {
  const { note, offered, post } = props;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const given = note.reactions ?? [];
  if (given.length === 0 && !offered) return undefined;
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  const button = ({ name, text, people, isOwn }: ReactionView): VNode => (
    <button
      key={name}
      type="button"
      class="reaction"
      title={people.join(', ') || name}
      aria-pressed={isOwn}
      aria-disabled={!offered}
      onClick={() => {
        if (!offered) return;
        post({ type: 'react', note: Number(note.id), name, isGiven: !isOwn });
        // The last reaction's button disappears with it.
        if (people.length <= Number(isOwn)) close();
      }}
    >
      {text} {people.length || ''}
    </button>
  );
  return (
    <div
      class="reactions"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) close();
      }}
    >
      {given.map(button)}
      {offered && (
        <button
          type="button"
          class="reaction"
          ref={opener}
          title={t('Add reaction')}
          aria-label={t('Add reaction')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="reactions" />
        </button>
      )}
      {isOpen && offered?.filter(({ name }) => !given.some((each) => each.name === name)).map(button)}
    </div>
  );
}
