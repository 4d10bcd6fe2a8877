import type { VNode } from 'preact';
import type { JobCounterView } from '../../messages/jobPage.ts';
import { Icon } from '../elements/icon.tsx';
import { grouped } from '../elements/numbers.ts';
import { SafeText } from '../elements/safeText.tsx';

/** What the other service had and what is here, a bar for each kind of object. */
export function Counters(props: { readonly counters: readonly JobCounterView[]; readonly hasEnded: boolean }): VNode {
  const { counters, hasEnded } = props;
  return (
    <section class="counters" aria-labelledby="countersTitle">
      <h2 id="countersTitle">Imported objects</h2>
      {counters.length === 0 ? (
        <p class="quiet">
          {hasEnded
            ? 'No counts. GitLab reports them for imports from GitHub only, and not in every release.'
            : 'No counts yet. They appear with the first objects.'}
        </p>
      ) : (
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col" class="bar">
                <span class="forReaders">Share</span>
              </th>
              <th scope="col" class="number">
                Imported
              </th>
              <th scope="col" class="number">
                Fetched
              </th>
              <th scope="col">
                <span class="forReaders">Status</span>
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
          aria-label={`${name}: ${grouped(imported)} of ${grouped(fetched)}`}
          max={Math.max(1, fetched, imported)}
          value={imported}
        />
      </td>
      <td class="number">{grouped(imported)}</td>
      <td class="number">{grouped(fetched)}</td>
      <td class="remark">
        {missing > 0 && hasEnded ? (
          <>
            <Icon name="warning" class="warning" /> {grouped(missing)} missing
          </>
        ) : (
          missing <= 0 &&
          fetched > 0 && (
            <>
              <Icon name="check" class="good" /> <span class="quiet">complete</span>
            </>
          )
        )}
      </td>
    </tr>
  );
}
