import type { ComponentChildren, VNode } from 'preact';
import type { PartName, CommitView } from '../../../messages/commitPage.ts';
import type { PersonView } from '../../../messages/page.ts';
import { DateText } from '../../elements/dateText.tsx';
import { Part } from '../../elements/part.tsx';
import { SafeText } from '../../elements/safeText.tsx';
import { Checks } from './checks.tsx';
import { MergeRequests } from './mergeRequests.tsx';
import { Refs } from './refs.tsx';
import { Signature } from './signature.tsx';
import type { Host } from '../host.ts';
import type { Parts } from '../pageState.ts';
import { grouped, t } from '../../elements/texts.ts';

const sameTimeMs = 60_000;

export function Facts({ commit, parts, post, retry }: HeadProps): VNode {
  const { author, committer } = commit;
  const onPart = (name: PartName) => ({
    onRetry: () => retry(name),
    onCancel: () => post({ type: 'stop', what: name }),
  });
  const isSamePerson = author.name === committer.name && author.email === committer.email;
  return (
    <section class="facts" aria-label={t('About this commit')}>
      <dl>
        <Fact name={t('Author')}>
          <Person person={author} />
        </Fact>
        {!isSamePerson && (
          <Fact name={t('Committer')}>
            <Person person={committer} />
          </Fact>
        )}
        {isSamePerson && areApart(author.at, committer.at) && (
          <Fact name={t('Committed')}>
            <DateText at={committer.at} />
          </Fact>
        )}
        <Fact name={commit.parents.length > 1 ? t('Parents') : t('Parent')}>
          {commit.parents.length === 0 ? (
            <span class="quiet">{t('None (root commit)')}</span>
          ) : (
            <ul class="inline">
              {commit.parents.map((sha) => (
                <li key={sha}>
                  <button
                    type="button"
                    class="link code"
                    title={t('Open commit {0}', sha)}
                    onClick={() => post({ type: 'openCommit', sha })}
                  >
                    {sha.slice(0, commit.shortSha.length || 8)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={t('Commits up to this one')}>
          <Part view={parts.sequence} what={t('sequence number')} {...onPart('sequence')}>
            {(sequence) =>
              'count' in sequence ? (
                <span title={t('Number of commits up to and including this one')}>
                  {grouped(sequence.count)}
                  <span class="quiet">{sequence.count === 1 ? ` – ${t('the first commit')}` : ''}</span>
                </span>
              ) : (
                <span class="quiet">{sequence.unavailable}</span>
              )
            }
          </Part>
        </Fact>
        {commit.trailers.map(({ key, value }, index) => (
          <Fact key={index} name={key}>
            <SafeText text={value} role="name" />
          </Fact>
        ))}
      </dl>
      <dl>
        <Fact name={t('Signature')}>
          <Part view={parts.signature} what={t('signature')} {...onPart('signature')}>
            {(signature) => <Signature signature={signature} />}
          </Part>
        </Fact>
        <Fact name={t('Checks')}>
          <Checks commit={commit} view={parts.statuses} post={post} {...onPart('statuses')} />
        </Fact>
        <Fact name={t('Merge requests')}>
          <Part view={parts.mergeRequests} what={t('merge requests')} {...onPart('mergeRequests')}>
            {(mergeRequests) => <MergeRequests mergeRequests={mergeRequests} post={post} />}
          </Part>
        </Fact>
        <Fact name={t('Contained in')}>
          <Part view={parts.refs} what={t('branches and tags')} {...onPart('refs')}>
            {(refs) => <Refs refs={refs} post={post} />}
          </Part>
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode {
  return (
    <div class="fact">
      <dt>
        <SafeText text={name} role="name" />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Person({ person }: { readonly person: PersonView }): VNode {
  return (
    <span>
      <span class="personName">
        <SafeText text={person.name} role="name" />
      </span>
      {person.email !== '' && (
        <span class="quiet">
          {' <'}
          <SafeText text={person.email} role="name" />
          {'>'}
        </span>
      )}
      <span class="quiet"> · </span>
      <DateText at={person.at} />
    </span>
  );
}

function areApart(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one !== other;
  const apartMs = Math.abs(Date.parse(one) - Date.parse(other));
  return Number.isNaN(apartMs) ? one !== other : apartMs > sameTimeMs;
}

export interface HeadProps {
  readonly commit: CommitView;
  readonly parts: Parts;
  readonly subject: Host['subject'];
  readonly post: Host['post'];
  readonly retry: (what: keyof Parts) => void;
}
