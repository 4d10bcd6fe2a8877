import type { VNode } from 'preact';
import type { MergeRequestView } from '../../../messages/commitPage.ts';
import { Badge } from '../../elements/badge.tsx';
import type { Host } from '../host.ts';
import { SafeText } from '../../elements/safeText.tsx';
import { visibleString } from '../../elements/visibleText.ts';
import { mergeRequestMessage } from '../../elements/statusMessages.ts';
import { t } from '../../elements/texts.ts';

export function MergeRequests(props: {
  readonly mergeRequests: readonly MergeRequestView[];
  readonly post: Host['post'];
}): VNode {
  if (props.mergeRequests.length === 0) return <span class="quiet">{t('Not in any merge request')}</span>;
  return (
    <ul class="mergeRequests">
      {props.mergeRequests.map((mergeRequest) => {
        const words = mergeRequestMessage(mergeRequest.state);
        const { reference } = mergeRequest;
        return (
          <li key={reference}>
            <Badge icon={words.icon} tone={words.tone}>
              {words.word}
            </Badge>
            {mergeRequest.url === undefined ? (
              <SafeText text={reference} role="name" />
            ) : (
              <button
                type="button"
                class="link"
                title={t('Open the review of the merge request')}
                onClick={() => props.post({ type: 'openMergeRequest', reference })}
              >
                <SafeText text={reference} role="name" />
              </button>
            )}
            <span class="words" title={visibleString(mergeRequest.facts, 'message')}>
              <SafeText text={mergeRequest.title} role="name" />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
