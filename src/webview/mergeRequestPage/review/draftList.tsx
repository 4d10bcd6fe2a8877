import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DraftGroupView, ReviewView } from '../../../messages/review.ts';
import { Icon } from '../../elements/icon.tsx';
import { SafePath } from '../../elements/safeText.tsx';
import { changeIcons } from '../changes.tsx';
import type { MarkdownPlaces } from '../../markdown/markdownTree.ts';
import { DraftCard, type DraftCardProps } from './draftCard.tsx';
import { countedDrafts, type ReviewState } from './reviewState.ts';
import { t } from '../../elements/texts.ts';

/** Grouped by file, in diff order. Unchanged cards don't render again. */
export function DraftList(props: {
  readonly review: ReviewView;
  readonly places: MarkdownPlaces;
  readonly editing: ReviewState['editing'];
  readonly actions: DraftCardProps['actions'];
}): VNode {
  const { review, places, editing, actions } = props;
  const count = review.groups.reduce((sum, { drafts }) => sum + drafts.length, 0);
  let position = 0;
  return (
    <div class="groups">
      {review.groups.map((group) => (
        <section key={group.file?.path ?? ''} class="group" aria-label={groupName(group)}>
          <h2 class="groupHead">
            {group.file ? (
              <>
                <span class={`change ${group.file.change}`}>
                  <Icon name={changeIcons[group.file.change]} />
                </span>
                <SafePath path={group.file.path} />
              </>
            ) : (
              <>
                <Icon name="comment-discussion" class="quiet" /> <span class="groupName">{t('General')}</span>
              </>
            )}
            <span class="quiet groupCount">{countedDrafts(group.drafts.length)}</span>
          </h2>
          <ul role="list" class="drafts">
            {group.drafts.map((draft) => (
              <Card
                key={draft.id}
                draft={draft}
                editing={editing.get(draft.id)}
                places={places}
                position={(position += 1)}
                count={count}
                path={group.file?.path}
                actions={actions}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Card(props: DraftCardProps): VNode {
  const { draft, editing, places, position, count, path, actions } = props;
  return useMemo(() => <DraftCard {...props} />, [draft, editing, places, position, count, path, actions]);
}

function groupName({ file, drafts }: DraftGroupView): string {
  return `${file?.path ?? t('General')}: ${countedDrafts(drafts.length)}`;
}
