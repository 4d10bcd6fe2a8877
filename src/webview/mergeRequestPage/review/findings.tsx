import type { VNode } from 'preact';
import type { IconName } from '../../../messages/icons.ts';
import type { FindingSeverity, FindingView } from '../../../messages/review.ts';
import { Icon } from '../../elements/icon.tsx';
import { t } from '../../elements/texts.ts';

const icons: Readonly<Record<FindingSeverity, { readonly name: IconName; readonly class: string }>> = {
  blocker: { name: 'error', class: 'bad' },
  warning: { name: 'warning', class: 'warning' },
  note: { name: 'info', class: 'active' },
};

const severityMessage: Readonly<Record<FindingSeverity, string>> = {
  blocker: t('Cannot be published:'),
  warning: t('Warning:'),
  note: t('Note:'),
};

/** Problems found before publishing, with remedies. */
export function Findings(props: {
  readonly findings: readonly FindingView[];
  readonly label: string;
  readonly onMove?: (() => void) | undefined;
}): VNode | null {
  if (props.findings.length === 0) return null;
  return (
    <ul class="findings" role="list" aria-label={props.label}>
      {props.findings.map(({ kind, severity, words, moveTo }) => (
        <li key={kind} class="finding">
          <Icon name={icons[severity].name} class={icons[severity].class} />
          <span class="words">
            <span class="forReaders">{severityMessage[severity]} </span>
            {words}
            {moveTo !== undefined && props.onMove && (
              <>
                {' '}
                <button type="button" class="link" onClick={props.onMove}>
                  {t('Move to {0}', moveTo)}
                </button>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
