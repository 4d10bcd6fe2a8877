import type { ComponentChild, VNode } from 'preact';
import type { IconName } from '../../messages/icons.ts';
import type { FactName, MergeView, NameView, MergeRequestView } from '../../messages/mergeRequestPage.ts';
import { Badge } from '../elements/badge.tsx';
import { DateText } from '../elements/dateText.tsx';
import { Icon, IconButton } from '../elements/icon.tsx';
import { SafePath, SafeText } from '../elements/safeText.tsx';
import { mergeRequestMessage } from '../elements/statusMessages.ts';
import { rich, t } from '../elements/texts.ts';
import { countedDrafts } from './review/reviewState.ts';

/** Starts to edit a fact; undefined if the user may not change it. */
export type Edit = (fact: FactName) => (() => void) | undefined;

/** Nothing without `onEdit`. */
export function Pencil(props: { readonly label: string; readonly onEdit: (() => void) | undefined }): VNode | null {
  return props.onEdit ? <IconButton icon="edit" label={t('Edit {0}', props.label)} onClick={props.onEdit} /> : null;
}

/** Sticky header; `children` are its buttons. */
export function MergeRequestHead({
  request,
  drafts,
  edit,
  onOpen,
  children,
}: {
  readonly request: MergeRequestView;
  readonly drafts: number;
  readonly edit: Edit;
  readonly onOpen: () => void;
  readonly children: ComponentChild;
}): VNode {
  const state = mergeRequestMessage(request.state);
  return (
    <header class="requestHead">
      <p class="identity">
        <Badge icon={state.icon} tone={state.tone}>
          {state.word}
        </Badge>
        {request.isDraft && (
          <Badge icon="edit" tone="quiet">
            {t('Draft')}
          </Badge>
        )}
        <button type="button" class="link" title={t('Open in the browser')} onClick={onOpen}>
          {request.reference}
        </button>
        <span class="quiet">
          <SafeText text={request.project} role="name" />
        </span>
        <span class="quiet branches">
          <code>
            <SafeText text={request.sourceBranch} role="name" />
          </code>{' '}
          <Icon name="arrow-right" /> <span class="forReaders">{t('into')} </span>
          <code>
            <SafeText text={request.targetBranch} role="name" />
          </code>
          <Pencil label={t('Target Branch')} onEdit={edit('target')} />
        </span>
      </p>
      <div class="requestTitle">
        <h1>
          <SafeText text={request.title} role="line" />
        </h1>
        <Pencil label={t('Title')} onEdit={edit('text')} />
      </div>
      <div class="requestBar">
        {drafts > 0 && <strong>{countedDrafts(drafts)}</strong>}
        <span class="filler" />
        {children}
      </div>
    </header>
  );
}

export function MergeRequestFacts({
  request,
  edit,
}: {
  readonly request: MergeRequestView;
  readonly edit: Edit;
}): VNode {
  return (
    <dl class="requestFacts">
      <Fact label={t('Author')}>
        {request.author ? <Name person={request.author} /> : <span class="quiet">{t('unknown user')}</span>}{' '}
        <span class="quiet">{rich('opened {0}', <DateText at={request.createdAt} />)}</span>
      </Fact>
      <Fact label={t('Assignees')} onEdit={edit('assignees')}>
        <Names people={request.assignees} none={t('none')} />
      </Fact>
      <Fact label={t('Labels')} onEdit={edit('labels')}>
        {request.labels.length === 0 ? (
          <span class="quiet">{t('none')}</span>
        ) : (
          request.labels.map((label) => (
            <span key={label} class="tag">
              <SafeText text={label} role="name" />
            </span>
          ))
        )}
      </Fact>
      <Fact label={t('Milestone')} onEdit={edit('milestone')}>
        {request.milestone === undefined ? (
          <span class="quiet">{t('none')}</span>
        ) : (
          <SafeText text={request.milestone} role="name" />
        )}
      </Fact>
      {request.switches.map(({ fact, label, words }) => (
        <Fact key={fact} label={label} onEdit={edit(fact)}>
          {words}
        </Fact>
      ))}
    </dl>
  );
}

function Fact(props: {
  readonly label: string;
  readonly onEdit?: (() => void) | undefined;
  readonly children: ComponentChild;
}): VNode {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        {props.children}
        <Pencil label={props.label} onEdit={props.onEdit} />
      </dd>
    </div>
  );
}

export function Names({ people, none }: { readonly people: readonly NameView[]; readonly none: string }): VNode {
  if (people.length === 0) return <span class="quiet">{none}</span>;
  return (
    <span>
      {people.map((person, index) => (
        <span key={person.username}>
          {index > 0 && ', '}
          <Name person={person} />
        </span>
      ))}
    </span>
  );
}

export function Name({ person }: { readonly person: NameView }): VNode {
  return (
    <span title={`@${person.username}`}>
      <SafeText text={person.name} role="name" />
    </span>
  );
}

const mergeIcons: Readonly<Record<MergeView['tone'], IconName>> = {
  good: 'pass',
  bad: 'error',
  warning: 'warning',
  active: 'watch',
  quiet: 'git-merge',
};

/** Mergeability and the obstacles to it. */
export function MergeBox({ merge }: { readonly merge: MergeView }): VNode {
  return (
    <div class="mergeBox" role="status">
      <Icon name={mergeIcons[merge.tone]} class={merge.tone} />
      <div>
        <strong>{merge.words}</strong>
        {merge.reasons.length > 0 && (
          <ul>
            {merge.reasons.map((reason) => (
              <li key={reason.words}>
                {reason.words}
                {reason.files?.map((path) => (
                  <div key={path}>
                    <SafePath path={path} />
                  </div>
                ))}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
