import type { VNode } from 'preact';
import type { JobCounterView } from '../../messages/jobPage.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';
import { grouped, t } from '../elements/texts.ts';

/** Imported of fetched objects, by kind. */
export function Counters(props: { readonly counters: readonly JobCounterView[]; readonly hasEnded: boolean }): VNode {
  const { counters, hasEnded } = props;
  return (
    <section class="counters" aria-labelledby="countersTitle">
      <h2 id="countersTitle">{t('Imported objects')}</h2>
      {counters.length === 0 ? (
        <p class="quiet">
          {hasEnded
            ? t('No counts. GitLab reports them for imports from GitHub only, and not in every release.')
            : t('No counts yet. They appear with the first objects.')}
        </p>
      ) : (
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">{t('Kind')}</th>
              <th scope="col" class="bar">
                <span class="forReaders">{t('Share')}</span>
              </th>
              <th scope="col" class="number">
                {t('Imported')}
              </th>
              <th scope="col" class="number">
                {t('Fetched')}
              </th>
              <th scope="col">
                <span class="forReaders">{t('Status')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {counters.map((counter) => (
              <Bar key={counter.key} counter={counter} hasEnded={hasEnded} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Bar({ counter, hasEnded }: { readonly counter: JobCounterView; readonly hasEnded: boolean }): VNode {
  const { name, fetched, imported } = counter;
  const missing = fetched - imported;
  return (
    <tr>
      <th scope="row" class="words">
        <SafeText text={name} role="name" />
      </th>
      <td class="bar">
        <progress
          aria-label={t('{0}: {1} of {2}', name, grouped(imported), grouped(fetched))}
          max={Math.max(1, fetched, imported)}
          value={imported}
        />
      </td>
      <td class="number">{grouped(imported)}</td>
      <td class="number">{grouped(fetched)}</td>
      <td class="remark">
        {missing > 0 && hasEnded ? (
          <>
            <Icon name="warning" class="warning" /> {t('{0} missing', grouped(missing))}
          </>
        ) : (
          missing <= 0 &&
          fetched > 0 && (
            <>
              <Icon name="check" class="good" /> <span class="quiet">{t('complete')}</span>
            </>
          )
        )}
      </td>
    </tr>
  );
}
