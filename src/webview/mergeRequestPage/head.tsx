import type { ComponentChild, VNode } from 'preact';
import type { IconName } from '../../messages/icons.ts';
import type { FactName, MergeView, NameView, RequestView } from '../../messages/mergeRequestPage.ts';
import { Badge } from '../elements/badge.tsx';
import { DateText } from '../elements/dateText.tsx';
import { Icon, IconButton } from '../elements/icon.tsx';
import { SafePath, SafeText } from '../elements/safeText.tsx';
import { mergeRequestMessage } from '../elements/statusMessages.ts';
import { rich, t } from '../elements/texts.ts';
import type { Host } from './host.ts';
import { countedDrafts } from './review/reviewState.ts';

export interface Editing {
  readonly editable: readonly FactName[];
  readonly post: Host['post'];
}

interface EditProps {
  readonly fact: FactName | undefined;
  readonly label: string;
  readonly editing: Editing | undefined;
}

/** Pencil beside a fact that the user may change. */
export function EditButton({ fact, label, editing }: EditProps): VNode | null {
  if (fact === undefined || editing?.editable.includes(fact) !== true) return null;
  return (
    <IconButton icon="edit" label={t('Edit {0}', label)} onClick={() => editing.post({ type: 'editFact', fact })} />
  );
}

/** Sticky header; `children` are its buttons. */
export function RequestHead({
  request,
  drafts,
  editing,
  onOpen,
  children,
}: {
  readonly request: RequestView;
  readonly drafts: number;
  readonly editing: Editing;
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
          <EditButton fact="target" label={t('Target Branch')} editing={editing} />
        </span>
      </p>
      <div class="requestTitle">
        <h1>
          <SafeText text={request.title} role="line" />
        </h1>
        <EditButton fact="text" label={t('Title')} editing={editing} />
      </div>
      <div class="requestBar">
        {drafts > 0 && <strong>{countedDrafts(drafts)}</strong>}
        <span class="filler" />
        {children}
      </div>
    </header>
  );
}

export function RequestFacts(props: { readonly request: RequestView; readonly editing: Editing }): VNode {
  const { request, editing } = props;
  return (
    <dl class="requestFacts">
      <Fact label={t('Author')}>
        {request.author ? <Name person={request.author} /> : <span class="quiet">{t('unknown user')}</span>}{' '}
        <span class="quiet">{rich('opened {0}', <DateText at={request.createdAt} />)}</span>
      </Fact>
      <Fact label={t('Assignees')} fact="assignees" editing={editing}>
        <Names people={request.assignees} none={t('none')} />
      </Fact>
      <Fact label={t('Labels')} fact="labels" editing={editing}>
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
      <Fact label={t('Milestone')} fact="milestone" editing={editing}>
        {request.milestone === undefined ? (
          <span class="quiet">{t('none')}</span>
        ) : (
          <SafeText text={request.milestone} role="name" />
        )}
      </Fact>
      {request.switches.map(({ fact, label, words }) => (
        <Fact key={fact} label={label} fact={fact} editing={editing}>
          {words}
        </Fact>
      ))}
    </dl>
  );
}

function Fact(props: Partial<EditProps> & { readonly label: string; readonly children: ComponentChild }): VNode {
  const { label, fact, editing, children } = props;
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        <EditButton fact={fact} label={label} editing={editing} />
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
