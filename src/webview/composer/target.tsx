import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ComposerIntent, ComposerView, FromComposer } from '../../messages/composer.ts';
import type { IconName } from '../../messages/icons.ts';
import type { Host } from '../elements/host.ts';
import { Icon } from '../elements/icon.tsx';
import { SafeText } from '../elements/safeText.tsx';

interface Props {
  readonly view: ComposerView;
  readonly host: Host<FromComposer>;
}

/** Where the commit goes, who is its author, and the options of the request. */
export function Target({ view, host }: Props): VNode {
  const { target } = view;
  return (
    <section class="target" aria-label="Target">
      <div class="field">
        <span class="fieldName">Branch</span>
        <div class="fieldValue">
          <Choice
            icon="git-branch"
            value={target.branch === '' ? 'Choose…' : target.branch}
            label="Choose the branch"
            does="chooseBranch"
            host={host}
          />
          <span class="quiet words">
            <SafeText text={target.words} role="name" />
          </span>
        </div>
      </div>
      <div class="field">
        <span class="fieldName">Base</span>
        <div class="fieldValue">
          <Choice
            icon={target.start === undefined ? 'arrow-up' : 'git-commit'}
            value={target.start ?? 'Tip of the branch'}
            label="Choose the base of the branch"
            does="chooseStart"
            host={host}
          />
          {target.start !== undefined && (
            <Choice
              icon="repo"
              value={target.startProject ?? 'This project'}
              label="Choose the project of the base"
              does="chooseStartProject"
              host={host}
            />
          )}
        </div>
      </div>
      <Author view={view} host={host} />
      <div class="field">
        <span class="fieldName">Options</span>
        <div class="fieldValue options">
          <label title="The server counts the added and deleted lines of the commit">
            <input
              type="checkbox"
              checked={view.stats}
              onChange={(event) => host.post({ type: 'option', name: 'stats', on: event.currentTarget.checked })}
            />
            Include line counts
          </label>
          {target.start !== undefined && (
            <label>
              <input
                type="checkbox"
                checked={view.force}
                onChange={(event) => host.post({ type: 'option', name: 'force', on: event.currentTarget.checked })}
              />
              Overwrite the branch (force)
            </label>
          )}
        </div>
      </div>
    </section>
  );
}

function Choice(props: {
  readonly icon: IconName;
  readonly value: string;
  readonly label: string;
  readonly does: ComposerIntent;
  readonly host: Host<FromComposer>;
}): VNode {
  return (
    <button
      type="button"
      class="choice"
      aria-label={`${props.label}: ${props.value}`}
      title={props.label}
      onClick={() => props.host.post({ type: props.does })}
    >
      <Icon name={props.icon} />
      <span class="choiceValue">
        <SafeText text={props.value} role="name" />
      </span>
      <Icon name="chevron-down" />
    </button>
  );
}

function Author({ view, host }: Props): VNode {
  const { author } = view;
  const [name, setName] = useState(author?.name ?? '');
  const [email, setEmail] = useState(author?.email ?? '');
  const isOther = author !== undefined;
  useEffect(() => {
    setName(author?.name ?? '');
    setEmail(author?.email ?? '');
  }, [isOther]);
  const tell = (next: { readonly name: string; readonly email: string }): void => {
    setName(next.name);
    setEmail(next.email);
    host.post({ type: 'author', author: next });
  };
  return (
    <div class="field">
      <span class="fieldName">Author</span>
      <div class="fieldValue">
        {isOther ? (
          <>
            <input
              class="text"
              value={name}
              placeholder="Name"
              aria-label="Name of the author"
              onInput={(event) => tell({ name: event.currentTarget.value, email })}
            />
            <input
              class="text"
              value={email}
              placeholder="Email"
              aria-label="Email of the author"
              onInput={(event) => tell({ name, email: event.currentTarget.value })}
            />
            <button type="button" class="link" onClick={() => host.post({ type: 'author', author: undefined })}>
              Me
            </button>
          </>
        ) : (
          <>
            <span class="words">
              <SafeText text={view.me} role="name" />
            </span>
            <button
              type="button"
              class="link"
              onClick={() => host.post({ type: 'author', author: { name: '', email: '' } })}
            >
              Change Author…
            </button>
          </>
        )}
      </div>
    </div>
  );
}
