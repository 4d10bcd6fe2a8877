import type { VNode } from 'preact';
import type { ApprovalsView, ReviewerView, RuleView } from '../../messages/mergeRequestPage.ts';
import type { IconName } from '../../messages/icons.ts';
import { Badge } from '../elements/badge.tsx';
import { Icon, IconButton } from '../elements/icon.tsx';
import { rich, t } from '../elements/texts.ts';
import { visibleString } from '../elements/visibleText.ts';
import { Name, Names } from './head.tsx';
import type { Host } from './host.ts';

const reviewerIcons: Readonly<Record<ReviewerView['tone'], IconName>> = {
  good: 'pass',
  bad: 'error',
  active: 'comment',
  quiet: 'circle-large-outline',
};

/** `post` changes them; undefined if the user may not. */
export function Reviewers(props: {
  readonly reviewers: readonly ReviewerView[];
  readonly post: Host['post'] | undefined;
}): VNode {
  const { reviewers, post } = props;
  if (reviewers.length === 0) return <p class="quiet">{t('No reviewers')}</p>;
  return (
    <ul class="rows">
      {reviewers.map((reviewer) => (
        <li key={reviewer.username}>
          <span class="rowMain">
            <Name person={reviewer} />
          </span>
          <Badge icon={reviewerIcons[reviewer.tone]} tone={reviewer.tone}>
            {reviewer.words}
          </Badge>
          {post && reviewer.hasReviewed && (
            <IconButton
              icon="sync"
              label={t('Request another review from {0}', visibleString(reviewer.name, 'name'))}
              onClick={() => post({ type: 'changeReviewer', change: { again: reviewer.username } })}
            />
          )}
          {post && (
            <IconButton
              icon="close"
              label={t('Remove the reviewer {0}', visibleString(reviewer.name, 'name'))}
              onClick={() => post({ type: 'changeReviewer', change: { remove: reviewer.username } })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

export function Approvals({ approvals }: { readonly approvals: ApprovalsView }): VNode {
  return (
    <>
      <p>
        <Icon name={approvals.isMet ? 'pass' : 'circle-large-outline'} class={approvals.isMet ? 'good' : 'quiet'} />{' '}
        {approvals.words} {rich('Approved by: {0}', <Names people={approvals.approvedBy} none={t('nobody yet')} />)}
      </p>
      <ul class="rows">
        {approvals.rules.map((rule) => (
          <Rule key={rule.name} rule={rule} />
        ))}
      </ul>
      {approvals.withoutRules !== undefined && <p class="quiet">{approvals.withoutRules}</p>}
    </>
  );
}

function Rule({ rule }: { readonly rule: RuleView }): VNode {
  return (
    <li>
      <span class="rowMain">
        <Icon name={rule.isMet ? 'pass' : 'circle-large-outline'} class={rule.isMet ? 'good' : 'quiet'} /> {rule.name}{' '}
        <span class="quiet">
          {rule.required === 0 ? t('optional') : t('{0} of {1} approvals', rule.given, rule.required)}
        </span>
      </span>
      <span class="quiet">
        {rule.approvedBy.length > 0 && (
          <span>{rich('Approved by: {0}', <Names people={rule.approvedBy} none="" />)} </span>
        )}
        {rule.others.length > 0 && rich('Can approve: {0}', <Names people={rule.others} none="" />)}
      </span>
    </li>
  );
}
