import type { VNode } from 'preact';
import type { LeftTextView } from '../../../messages/review.ts';
import { Icon } from '../../elements/icon.tsx';
import { SafeText } from '../../elements/safeText.tsx';
import { t } from '../../elements/texts.ts';
import type { Host } from '../host.ts';

/** Unsaved comments, to send or discard. */
export function LeftTexts(props: {
  readonly texts: readonly LeftTextView[];
  readonly post: Host['post'];
  readonly onDrop: (text: LeftTextView) => void;
}): VNode | null {
  if (props.texts.length === 0) return null;
  return (
    <section class="leftTexts" aria-labelledby="leftTitle">
      <div class="sectionHead">
        <h2 id="leftTitle">{t('Unsaved comment')}</h2>
      </div>
      <ul role="list">
        {props.texts.map((text) => (
          <li key={text.key} class="leftText">
            <p class="leftPlace">
              <Icon name="warning" class="warning" /> {text.place}
            </p>
            <blockquote>
              <SafeText text={text.text} role="message" />
            </blockquote>
            {text.refusal !== undefined && <p class="words">{text.refusal}</p>}
            <div class="buttons">
              <button
                type="button"
                class="button"
                onClick={() => props.post({ type: 'sendLeft', key: text.key, text: text.text })}
              >
                {t('Save as Draft')}
              </button>
              {!text.isReply && (
                <button type="button" class="button" onClick={() => props.post({ type: 'placeLeft', key: text.key })}>
                  {t('Choose Line…')}
                </button>
              )}
              <button type="button" class="button" onClick={() => props.onDrop(text)}>
                {t('Discard')}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
